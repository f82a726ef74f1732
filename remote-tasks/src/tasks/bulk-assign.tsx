import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import Modal from 'antd/es/modal';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { tasks, type AssignResult, type TaskRow } from '@daybook/contracts/tasks/tasks';
import { notify } from '@daybook/shared/notify';
import { ErrorBox } from '@daybook/shared/ui/error-box';
import { Lookup, LookupMany } from '@daybook/shared/ui/lookup';
import { useDialogFocus } from '@daybook/shared/ui/use-dialog-focus';
import { useSave } from '@daybook/shared/ui/use-save';
import styles from './tasks.module.css';

interface BulkAssignProps {
  chosen: readonly TaskRow[];
  onDone: () => void;
}

/** What can be done with the selected tasks. */
export function BulkAssign({ chosen, onDone }: BulkAssignProps) {
  const { t } = useTranslation('tasks');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <strong>{t('bulk.chosen', { count: chosen.length })}</strong>
      <Button type="primary" onClick={() => setOpen(true)}>
        {t('bulk.assign')}
      </Button>
      <Button onClick={onDone}>{t('bulk.clear')}</Button>
      {isOpen && (
        <AssignDialog
          chosen={chosen}
          onClose={(isDone) => {
            setOpen(false);
            if (isDone) onDone();
          }}
        />
      )}
    </>
  );
}

function AssignDialog({
  chosen,
  onClose,
}: {
  chosen: readonly TaskRow[];
  onClose: (isDone: boolean) => void;
}) {
  const { t } = useTranslation('tasks');
  const { save, isSaving } = useSave(tasks.bulkAssign);
  const focus = useDialogFocus();
  const [assigneeIds, setAssigneeIds] = useState<string[]>([]);
  const [reviewerId, setReviewerId] = useState<string | null>(null);
  const [refused, setRefused] = useState<AssignResult[] | null>(null);
  const [failure, setFailure] = useState<unknown>(null);

  const assign = async () => {
    try {
      const { results } = await save({
        tasks: chosen.map(({ id, version }) => ({ id, version })),
        ...(assigneeIds.length > 0 && { assigneeIds }),
        ...(reviewerId !== null && { reviewerId }),
      });
      const left = results.filter((result) => result.refused);
      notify.success(t('bulk.done', { count: results.length - left.length }));
      if (left.length === 0) onClose(true);
      else setRefused(left);
    } catch (error) {
      setFailure(error);
    }
  };
  const isNobody = assigneeIds.length === 0 && reviewerId === null;
  return (
    <Modal
      open
      wrapProps={focus}
      title={t('bulk.question', { count: chosen.length })}
      okText={refused === null ? t('bulk.assign') : t('bulk.close')}
      okButtonProps={{ disabled: isNobody }}
      confirmLoading={isSaving}
      cancelText={t('shared:form.cancel')}
      onOk={() => (refused === null ? void assign() : onClose(true))}
      onCancel={() => onClose(refused !== null)}
    >
      {refused === null ? (
        <div className={styles.stack}>
          <LookupMany
            kind="users"
            aria-label={t('field.assignees')}
            placeholder={t('field.assignees')}
            value={assigneeIds}
            onChange={setAssigneeIds}
          />
          <Lookup
            kind="users"
            aria-label={t('field.reviewer')}
            placeholder={t('field.reviewer')}
            value={reviewerId}
            onChange={setReviewerId}
          />
          <p className={styles.aside}>{t('bulk.hint')}</p>
        </div>
      ) : (
        <Refused refused={refused} chosen={chosen} />
      )}
      {failure !== null && <ErrorBox error={failure} />}
    </Modal>
  );
}

function Refused({ refused, chosen }: { refused: readonly AssignResult[]; chosen: readonly TaskRow[] }) {
  const { t } = useTranslation('tasks');
  return (
    <Alert
      type="warning"
      showIcon
      role="alert"
      title={t('bulk.refused', { count: refused.length })}
      description={
        <ul className={styles.list}>
          {refused.map(({ id, refused: why }) => (
            <li key={id}>
              <bdi>{chosen.find((task) => task.id === id)?.no}</bdi>: {why?.message}
            </li>
          ))}
        </ul>
      }
    />
  );
}
