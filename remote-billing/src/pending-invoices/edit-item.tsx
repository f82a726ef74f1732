import { useTranslation } from 'react-i18next';
import { pendingInvoices, type PendingItem } from '@daybook/contracts/billing/pending/pending-invoices';
import { amountText } from '@daybook/shared/record/amount';
import { fieldOf } from '@daybook/shared/form/field';
import { FormDialog } from '@daybook/shared/form/form-dialog';
import { RecordHistory } from '@daybook/shared/history/history';
import { MoneyInput } from '@daybook/shared/inputs/money-input';
import { LongText } from '@daybook/shared/inputs/long-text';
import { useHistoryWords } from '../common/history-words.ts';

const Field = fieldOf(pendingInvoices.edit);

const historyFields = {
  description: 'pending.description',
  amount: 'line.amount',
  taxCode: 'line.tax',
  readyOn: 'pending.readyOn',
};

/** Changes the amount of an item before it is billed. The original price stays on record. */
export function EditItem({ item, onClose }: { item: PendingItem; onClose: () => void }) {
  const { t } = useTranslation('billing');
  const words = useHistoryWords(historyFields, 'pendingStatus');
  const { id, version, description, amount, reason, originalAmount, currency } = item;
  // A disbursement is charged exactly as it was paid, so the server accepts no other amount.
  const isLaidOut = item.kind === 'disbursement';
  return (
    <FormDialog
      title={t('pending.editTitle', { client: item.client.label })}
      endpoint={pendingInvoices.edit}
      initial={{ description, amount, reason }}
      fixed={{ id }}
      version={version}
      verb={t('shared:form.save')}
      onSaved={onClose}
      onClose={onClose}
    >
      <Field name="description" label={t('pending.description')}>
        <LongText rows={[1, 6]} maxLength={1000} />
      </Field>
      <Field
        name="amount"
        label={t('line.amount')}
        hint={
          isLaidOut
            ? t('pending.asPaid')
            : t('pending.original', { amount: amountText(originalAmount, currency) })
        }
      >
        <MoneyInput currency={currency} disabled={isLaidOut} />
      </Field>
      <Field name="reason" label={t('reason')} hint={t('pending.reasonHint')}>
        <LongText rows={[1, 6]} maxLength={500} />
      </Field>
      <RecordHistory kind="pending_item" id={id} words={words} />
    </FormDialog>
  );
}
