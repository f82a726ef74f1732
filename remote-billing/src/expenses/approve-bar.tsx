import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import Modal from 'antd/es/modal';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { expenses, type ApproveResult, type ExpenseRow } from '@daybook/contracts/billing/expenses/expenses';
import { notify } from '@daybook/shared/notify';
import { refusalText } from '@daybook/shared/read/refusal-text';
import { useDialogFocus } from '@daybook/shared/form/use-dialog-focus';
import { useSave } from '@daybook/shared/form/use-save';
import styles from './expenses.module.css';

interface ApproveBarProps {
  chosen: readonly ExpenseRow[];
  onClear: () => void;
}

/** Approves the selected expenses as of today. Each refusal names its expense. */
export function ApproveBar({ chosen, onClear }: ApproveBarProps) {
  const { t } = useTranslation('billing');
  const { save, isSaving } = useSave(expenses.approveMany);
  const [tried, setTried] = useState<{ rows: readonly ExpenseRow[]; left: ApproveResult[] } | null>(null);
  const approve = async () => {
    try {
      const { results } = await save({ expenses: chosen.map(({ id, version }) => ({ id, version })) });
      const left = results.filter(({ refused }) => refused);
      const done = results.length - left.length;
      if (done > 0) notify.success(t('expense.approvedMany', { count: done }));
      if (left.length === 0) onClear();
      else setTried({ rows: chosen, left });
    } catch (error) {
      notify.failure(refusalText(error));
    }
  };
  return (
    <>
      <Button type="primary" loading={isSaving} onClick={() => void approve()}>
        {t('expense.approveMany', { count: chosen.length })}
      </Button>
      <Button onClick={onClear}>{t('pending.clear')}</Button>
      {tried !== null && (
        <Refused
          {...tried}
          onClose={() => {
            setTried(null);
            onClear();
          }}
        />
      )}
    </>
  );
}

interface RefusedProps {
  rows: readonly ExpenseRow[];
  left: readonly ApproveResult[];
  onClose: () => void;
}

function Refused({ rows, left, onClose }: RefusedProps) {
  const { t } = useTranslation('billing');
  const focus = useDialogFocus();
  const close = (
    <Button type="primary" onClick={onClose}>
      {t('allocate.close')}
    </Button>
  );
  return (
    <Modal
      open
      title={t('expense.notApproved', { count: left.length })}
      footer={close}
      onCancel={onClose}
      wrapProps={focus}
    >
      <Alert
        type="warning"
        role="alert"
        title={
          <ul className={styles.list}>
            {left.map(({ id, refused }) => (
              <li key={id}>
                <bdi>{rows.find((row) => row.id === id)?.description}</bdi>: {refused?.message}
              </li>
            ))}
          </ul>
        }
      />
    </Modal>
  );
}
