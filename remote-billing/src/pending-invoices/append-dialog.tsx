import Modal from 'antd/es/modal';
import Radio from 'antd/es/radio';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { InvoiceRow } from '@daybook/contracts/billing/invoices/invoice-record';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { pendingInvoices, type PendingItem } from '@daybook/contracts/billing/pending/pending-invoices';
import { Amount } from '@daybook/shared/record/amount';
import { DateText } from '@daybook/shared/record/date-text';
import { ErrorBox } from '@daybook/shared/read/error-box';
import { ReadView } from '@daybook/shared/read/read-view';
import { useDialogFocus } from '@daybook/shared/form/use-dialog-focus';
import { useFreshRead } from '@daybook/shared/read/use-read';
import { useSave } from '@daybook/shared/form/use-save';
import { editInvoiceAddress } from '../common/addresses.ts';
import { draftsFor } from './groups.ts';
import styles from './plan-dialog.module.css';

interface AppendDialogProps {
  /** All of one client, billing entity and currency. */
  items: readonly PendingItem[];
  onClose: () => void;
}

/** Chooses the client's draft to which the selected work is added. */
export default function AppendDialog({ items, onClose }: AppendDialogProps) {
  const { t } = useTranslation('billing');
  const navigate = useNavigate();
  const focus = useDialogFocus();
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<unknown>(null);
  const { save, isSaving } = useSave(pendingInvoices.append);
  const [first] = items;
  const drafts = useFreshRead(invoices.list, { ...draftsFor(first), pageSize: 50 });
  const rows = drafts.data?.rows ?? [];
  // If the chosen draft is gone, nothing is chosen. Otherwise the work would go to a draft that nobody chose.
  const chosen = chosenId === null ? rows[0] : rows.find(({ id }) => id === chosenId);
  const append = async () => {
    if (!chosen) return;
    setRefusal(null);
    try {
      const { id } = await save({ id: chosen.id, itemIds: items.map((item) => item.id) }, chosen.version);
      await navigate(editInvoiceAddress(id));
    } catch (error) {
      setRefusal(error);
    }
  };
  return (
    <Modal
      open
      title={t('append.title', { client: first?.client.label ?? '' })}
      okText={t('append.verb', { count: items.length })}
      okButtonProps={{ disabled: chosen === undefined }}
      confirmLoading={isSaving}
      cancelText={t('plan.cancel')}
      onOk={() => void append()}
      onCancel={onClose}
      wrapProps={focus}
    >
      <ReadView of={drafts}>
        {() =>
          rows.length === 0 ? (
            <p>{t('append.none')}</p>
          ) : (
            <Choice rows={rows} chosen={chosen} onChoose={setChosenId} />
          )
        }
      </ReadView>
      {refusal !== null && <ErrorBox error={refusal} />}
    </Modal>
  );
}

interface ChoiceProps {
  rows: readonly InvoiceRow[];
  chosen: InvoiceRow | undefined;
  onChoose: (id: string) => void;
}

function Choice({ rows, chosen, onChoose }: ChoiceProps) {
  const { t } = useTranslation('billing');
  return (
    <Radio.Group
      vertical
      aria-label={t('append.drafts')}
      value={chosen?.id}
      onChange={(event) => onChoose(String(event.target.value))}
      options={rows.map((row) => ({
        value: row.id,
        label: (
          <span className={styles.choice}>
            {t('draft')}, <DateText date={row.issueDate} />:{' '}
            <Amount minor={row.payable} currency={row.currency} />
          </span>
        ),
      }))}
    />
  );
}
