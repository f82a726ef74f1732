import Input from 'antd/es/input';
import { useTranslation } from 'react-i18next';
import { pendingInvoices, type PendingItem } from '@daybook/contracts/billing/pending/pending-invoices';
import { notify } from '@daybook/shared/notify';
import { today } from '@daybook/shared/today';
import { amountText } from '@daybook/shared/record/amount';
import { DateInput } from '@daybook/shared/inputs/date-input';
import { fieldOf } from '@daybook/shared/form/field';
import { FormDialog } from '@daybook/shared/form/form-dialog';

const Field = fieldOf(pendingInvoices.writeOff);

/** Gives up what waits; what was laid out for the client is the firm's loss on a day, other work posts nothing. */
export function WriteOffItem({ item, onClose }: { item: PendingItem; onClose: () => void }) {
  const { t } = useTranslation('billing');
  const { id, version, description, amount, currency } = item;
  const isLaidOut = item.kind === 'disbursement';
  return (
    <FormDialog
      title={t('pending.writeOffQuestion', { what: description, amount: amountText(amount, currency) })}
      {...(isLaidOut && { consequence: t('pending.writeOffLoss') })}
      endpoint={pendingInvoices.writeOff}
      initial={isLaidOut ? { date: today() } : {}}
      fixed={{ id }}
      version={version}
      verb={t('pending.writeOff')}
      isDangerous
      onSaved={() => {
        notify.success(t('pending.writtenOff'));
        onClose();
      }}
      onClose={onClose}
    >
      {isLaidOut && (
        <Field name="date" label={t('date')}>
          <DateInput />
        </Field>
      )}
      <Field name="reason" label={t('reason')}>
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 8 }} maxLength={500} />
      </Field>
    </FormDialog>
  );
}
