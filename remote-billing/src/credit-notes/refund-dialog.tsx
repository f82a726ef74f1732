import Input from 'antd/es/input';
import Select from 'antd/es/select';
import { useTranslation } from 'react-i18next';
import { refundModes } from '@daybook/contracts/billing/credit-note-record';
import type { CreditNote } from '@daybook/contracts/billing/credit-note-record';
import { creditNotes } from '@daybook/contracts/billing/credit-notes';
import { notify } from '@daybook/shared/notify';
import { today } from '@daybook/shared/today';
import { DateInput } from '@daybook/shared/ui/date-input';
import { DecimalInput } from '@daybook/shared/ui/decimal-input';
import { fieldOf } from '@daybook/shared/ui/field';
import { FormDialog } from '@daybook/shared/ui/form-dialog';
import { MoneyInput } from '@daybook/shared/ui/money-input';

const Field = fieldOf(creditNotes.refund);

/** Pays the client what no invoice used. */
export function RefundDialog({ note, onClose }: { note: CreditNote; onClose: () => void }) {
  const { t } = useTranslation('billing');
  const { id, number, currency, baseCurrency, available } = note;
  return (
    <FormDialog
      title={t('refund.question', { number })}
      consequence={t('refund.means')}
      endpoint={creditNotes.refund}
      initial={{ date: today(), amount: available, mode: 'bank', fxRate: '1' }}
      fixed={{ id }}
      verb={t('refund.verb')}
      onSaved={() => {
        notify.success(t('refund.done', { number }));
        onClose();
      }}
      onClose={onClose}
    >
      <Field name="amount" label={t('refund.amount')}>
        <MoneyInput currency={currency} />
      </Field>
      <Field name="date" label={t('date')}>
        <DateInput />
      </Field>
      <Field name="mode" label={t('refund.mode')}>
        <Select options={refundModes.map((value) => ({ value, label: t(`mode.${value}`) }))} />
      </Field>
      {currency !== baseCurrency && (
        <Field
          name="fxRate"
          label={t('field.fxRate')}
          hint={t('hint.fxRate', { base: baseCurrency, currency })}
        >
          <DecimalInput />
        </Field>
      )}
      <Field name="reference" label={t('receipt.reference')}>
        <Input maxLength={100} />
      </Field>
    </FormDialog>
  );
}
