import Form from 'antd/es/form';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { cheques } from '@daybook/contracts/billing/receipts/cheques';
import { receipts, type Receipt } from '@daybook/contracts/billing/receipts/receipts';
import type { Reference } from '@daybook/contracts/fields';
import { notify } from '@daybook/shared/notify';
import { today } from '@daybook/shared/today';
import { ClearableSelect } from '@daybook/shared/inputs/clearable-select';
import { DateInput } from '@daybook/shared/inputs/date-input';
import { fieldOf } from '@daybook/shared/form/field';
import { FormDialog } from '@daybook/shared/form/form-dialog';
import { useRead } from '@daybook/shared/read/use-read';
import { receiptAddress } from '../common/addresses.ts';
import { RateField } from '../common/rate-field.tsx';
import { useOnlyAccount } from '../common/use-only-account.ts';

const Field = fieldOf(cheques.redeposit);

interface RedepositDialogProps {
  receipt: Receipt;
  onClose: () => void;
}

/** Deposits a bounced cheque again, at the rate of that day and into an account that is still in use. */
export function RedepositDialog({ receipt, onClose }: RedepositDialogProps) {
  const { t } = useTranslation('billing');
  const navigate = useNavigate();
  const { id, number, entity, currency, bankAccount } = receipt;
  const basis = useRead(receipts.basis, { entityId: entity.id });
  const bankAccounts = basis.data?.bankAccounts ?? [];
  return (
    <FormDialog
      title={t('cheque.redeposit.question', { number })}
      consequence={t('cheque.redeposit.means')}
      endpoint={cheques.redeposit}
      initial={{ receiptDate: today(), bankAccountId: bankAccount?.id ?? null }}
      fixed={{ id }}
      verb={t('cheque.redeposit.verb')}
      onSaved={(again) => {
        notify.success(t('cheque.redeposit.done', { number: again.number }));
        onClose();
        void navigate(receiptAddress(again.id));
      }}
      onClose={onClose}
    >
      <Field name="receiptDate" label={t('date')}>
        <DateInput />
      </Field>
      <Rate currency={currency} base={basis.data?.baseCurrency} />
      {bankAccounts.length > 0 && <Account bankAccounts={bankAccounts} />}
    </FormDialog>
  );
}

function Rate({ currency, base }: { currency: string; base: string | undefined }) {
  return <RateField currency={currency} base={base} date={Form.useWatch<unknown>('receiptDate')} />;
}

function Account({ bankAccounts }: { bankAccounts: readonly Reference[] }) {
  const { t } = useTranslation('billing');
  useOnlyAccount(true, bankAccounts);
  return (
    <Field name="bankAccountId" label={t('receipt.bankAccount')}>
      <ClearableSelect options={bankAccounts.map(({ id, label }) => ({ value: id, label }))} />
    </Field>
  );
}
