import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import Modal from 'antd/es/modal';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Outcome } from '@daybook/contracts/bulk';
import { taskBulk, type TaskChange } from '@daybook/contracts/tasks/tasks/task-bulk';
import type { TaskRow } from '@daybook/contracts/tasks/tasks/tasks';
import { countText } from '@daybook/shared/record/count-text';
import { ErrorBox } from '@daybook/shared/read/error-box';
import { useDialogFocus } from '@daybook/shared/form/use-dialog-focus';
import { useSave } from '@daybook/shared/form/use-save';
import { BulkFields, ReasonField } from './bulk-fields.tsx';
import type { BulkKind } from './kinds.ts';
import { planOf, type Plan } from './plan.ts';
import { changeEach, changed, refused, takeBack, tellChanged } from './send.ts';
import styles from '../tasks.module.css';

interface BulkDialogProps {
  kind: BulkKind;
  chosen: readonly TaskRow[];
  onClose: (isDone: boolean) => void;
}

const nothing: Plan = { will: [], same: 0, finished: 0, cannot: 0, needsReason: false };

/** Asks for a change, shows how many of the selected tasks it affects, and then the outcome. */
export default function BulkDialog({ kind, chosen, onClose }: BulkDialogProps) {
  const { t } = useTranslation('tasks');
  const { save, isSaving } = useSave(taskBulk.change);
  const focus = useDialogFocus();
  const [change, setChange] = useState<TaskChange | null>(null);
  const [reason, setReason] = useState('');
  const [results, setResults] = useState<Outcome[] | null>(null);
  const [done, setDone] = useState(0);
  const [failure, setFailure] = useState<unknown>(null);
  const plan = change === null ? nothing : planOf(chosen, change);
  const isMissing = plan.needsReason && reason.trim() === '';
  const isReady = change !== null && plan.will.length > 0 && !isMissing;

  const run = async () => {
    if (!isReady) return;
    setFailure(null);
    const asked = kind === 'move' ? { ...change, reason } : change;
    let known: Outcome[] = [];
    try {
      known = await changeEach(plan.will, asked, save, (part) => {
        known = part;
        setDone(part.length);
      });
    } catch (error) {
      setFailure(error);
      if (known.length === 0) return;
    }
    if (changed(known).length < plan.will.length) setResults(known);
    else {
      tellChanged(known);
      onClose(true);
    }
  };
  return (
    <Modal
      open
      wrapProps={focus}
      title={t(`bulk.question.${kind}`, { count: chosen.length, shown: countText(chosen.length) })}
      okText={results === null ? t('bulk.run') : t('bulk.close')}
      okButtonProps={{ disabled: results === null && !isReady }}
      confirmLoading={isSaving}
      cancelText={t('shared:form.cancel')}
      {...(results !== null && { cancelButtonProps: { hidden: true } })}
      onOk={() => (results === null ? void run() : onClose(true))}
      onCancel={() => onClose(results !== null)}
    >
      {results === null ? (
        <div className={styles.stack} data-unsaved={change !== null}>
          <BulkFields kind={kind} onChange={setChange} />
          {plan.needsReason && <ReasonField value={reason} onChange={setReason} />}
          {change !== null && <PlanLine plan={plan} />}
          {isSaving && done > 0 && (
            <output>{t('bulk.soFar', { done: countText(done), of: countText(plan.will.length) })}</output>
          )}
        </div>
      ) : (
        <Results results={results} chosen={chosen} />
      )}
      {failure !== null && <ErrorBox error={failure} />}
    </Modal>
  );
}

/** How many tasks will change, before they do. */
function PlanLine({ plan }: { plan: Plan }) {
  const { t } = useTranslation('tasks');
  const parts = [
    t('bulk.will', { count: plan.will.length, shown: countText(plan.will.length) }),
    ...(['same', 'finished', 'cannot'] as const)
      .filter((name) => plan[name] > 0)
      .map((name) => t(`bulk.${name}`, { count: plan[name], shown: countText(plan[name]) })),
  ];
  return <output className={styles.aside}>{parts.join(' ')}</output>;
}

function Results({ results, chosen }: { results: readonly Outcome[]; chosen: readonly TaskRow[] }) {
  const { t } = useTranslation('tasks');
  const [isUndone, setUndone] = useState(false);
  const left = refused(results);
  const count = changed(results).length;
  const taskOf = (id: string) => chosen.find((task) => task.id === id);
  const undo = () => {
    setUndone(true);
    void takeBack(results);
  };
  return (
    <div className={styles.stack}>
      {count > 0 && (
        <div className={styles.row}>
          <output>{t('bulk.done', { count })}</output>
          <Button disabled={isUndone} onClick={undo}>
            {t('bulk.undo')}
          </Button>
        </div>
      )}
      {left.length > 0 && (
        <Alert
          type="warning"
          showIcon
          role="alert"
          title={t('bulk.refused', { count: left.length })}
          description={
            <ul className={styles.list}>
              {left.map(({ id, refused: why }) => (
                <li key={id}>
                  <bdi>
                    {taskOf(id)?.no} {taskOf(id)?.title}
                  </bdi>
                  : {why?.message}
                </li>
              ))}
            </ul>
          }
        />
      )}
    </div>
  );
}
