import { useTranslation } from 'react-i18next';
import { CurrencyCode } from '@daybook/contracts/money/currency';
import type { Invoice } from '@daybook/contracts/billing/invoices/invoice-record';
import { writeOffs } from '@daybook/contracts/billing/settlement/write-offs';
import { notify } from '@daybook/shared/notify';
import { today } from '@daybook/shared/today';
import { DateInput } from '@daybook/shared/inputs/date-input';
import { fieldOf } from '@daybook/shared/form/field';
import { FormDialog } from '@daybook/shared/form/form-dialog';
import { MoneyInput } from '@daybook/shared/inputs/money-input';
import { LongText } from '@daybook/shared/inputs/long-text';

const Field = fieldOf(writeOffs.create);

/** Writes off the outstanding amount or a part of it. */
export default function WriteOffDialog({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const { t } = useTranslation('billing');
  const { id, number, version, outstanding } = invoice;
  return (
    <FormDialog
      title={t('writeOff.question', { number })}
      consequence={t('writeOff.means')}
      endpoint={writeOffs.create}
      initial={{ amount: outstanding, date: today() }}
      fixed={{ id }}
      version={version}
      verb={t('writeOff.verb')}
      isDangerous
      onSaved={() => {
        notify.success(t('writeOff.done'));
        onClose();
      }}
      onClose={onClose}
    >
      <Field name="amount" label={t('writeOff.amount')}>
        <MoneyInput currency={CurrencyCode.parse(invoice.currency)} />
      </Field>
      <Field name="date" label={t('writeOff.date')}>
        <DateInput />
      </Field>
      <Field name="reason" label={t('reason')}>
        <LongText rows={[2, 8]} maxLength={500} />
      </Field>
    </FormDialog>
  );
}
