import Input from 'antd/es/input';
import { useTranslation } from 'react-i18next';
import { receipts, type receiptModes } from '@daybook/contracts/billing/receipts/receipts';
import type { Reference } from '@daybook/contracts/fields';
import { ClearableSelect } from '@daybook/shared/inputs/clearable-select';
import { DateInput } from '@daybook/shared/inputs/date-input';
import { fieldOf } from '@daybook/shared/form/field';
import { Lookup } from '@daybook/shared/inputs/lookup';
import { useOnlyAccount } from '../common/use-only-account.ts';

type Mode = (typeof receiptModes)[number];

const Field = fieldOf(receipts.create);

const fieldsOf: Record<Mode, readonly string[]> = {
  cash: ['receivedBy'],
  cheque: ['instrumentNo', 'instrumentBank', 'instrumentDate', 'bankAccountId'],
  bank: ['reference', 'bankAccountId'],
  upi: ['reference', 'bankAccountId'],
  card: ['reference', 'bankAccountId'],
  gateway: ['reference', 'bankAccountId'],
  adjustment: ['reference'],
};

/** Clears the fields of the other modes, which would be sent although they are hidden. An adjustment moves no money. */
export const notOfMode = (mode: Mode) => ({
  ...Object.fromEntries(
    [...new Set(Object.values(fieldsOf).flat())]
      .filter((name) => !fieldsOf[mode].includes(name))
      .map((name) => [name, null]),
  ),
  ...(mode === 'adjustment' && { amount: 0, bankCharge: null }),
});

/** The fields of a payment mode. */
export function ModeFields({ mode, bankAccounts }: { mode: Mode; bankAccounts: readonly Reference[] }) {
  const { t } = useTranslation('billing');
  const has = (name: string) => fieldsOf[mode].includes(name);
  useOnlyAccount(has('bankAccountId'), bankAccounts);
  return (
    <>
      {has('instrumentNo') && (
        <>
          <Field name="instrumentNo" label={t('receipt.chequeNo')} isRequired>
            <Input maxLength={40} />
          </Field>
          <Field name="instrumentBank" label={t('receipt.chequeBank')} isRequired>
            <Input maxLength={100} />
          </Field>
          <Field name="instrumentDate" label={t('receipt.chequeDate')} isRequired>
            <DateInput />
          </Field>
        </>
      )}
      {has('receivedBy') && (
        <Field name="receivedBy" label={t('receipt.receivedBy')} hint={t('hint.receivedBy')}>
          <Lookup kind="person" />
        </Field>
      )}
      {has('reference') && (
        <Field name="reference" label={t('receipt.reference')}>
          <Input maxLength={100} />
        </Field>
      )}
      {has('bankAccountId') && bankAccounts.length > 0 && (
        <Field name="bankAccountId" label={t('receipt.bankAccount')}>
          <ClearableSelect options={bankAccounts.map(({ id, label }) => ({ value: id, label }))} />
        </Field>
      )}
    </>
  );
}
