import Form from 'antd/es/form';
import Input from 'antd/es/input';
import Select from 'antd/es/select';
import { useTranslation } from 'react-i18next';
import type { CreditNote } from '@daybook/contracts/billing/credit-notes/credit-note-record';
import { creditNotes } from '@daybook/contracts/billing/credit-notes/credit-notes';
import { receipts, type Receipt } from '@daybook/contracts/billing/receipts/receipts';
import { refundModes } from '@daybook/contracts/billing/settlement/refunds';
import type { Reference } from '@daybook/contracts/fields';
import { notify } from '@daybook/shared/notify';
import { today } from '@daybook/shared/today';
import { ClearableSelect } from '@daybook/shared/inputs/clearable-select';
import { DateInput } from '@daybook/shared/inputs/date-input';
import { fieldOf } from '@daybook/shared/form/field';
import { FormDialog } from '@daybook/shared/form/form-dialog';
import { MoneyInput } from '@daybook/shared/inputs/money-input';
import { useRead } from '@daybook/shared/read/use-read';
import { FarFromDocument, RateField } from './rate-field.tsx';
import { useOnlyAccount } from './use-only-account.ts';

// Both refund endpoints have the same fields.
const Field = fieldOf(creditNotes.refund);

/** The bank account that pays the refund. Hidden for cash, and for billing entities without accounts. */
function AccountField({ entityId }: { entityId: string }) {
  const { t } = useTranslation('billing');
  const mode = Form.useWatch<string | undefined>('mode');
  const { data } = useRead(receipts.basis, { entityId });
  const accounts = data?.bankAccounts ?? noAccounts;
  const isAsked = mode !== 'cash' && accounts.length > 0;
  useOnlyAccount(isAsked, accounts);
  if (!isAsked) return null;
  return (
    <Field name="bankAccountId" label={t('refund.account')}>
      <ClearableSelect options={accounts.map(({ id, label }) => ({ value: id, label }))} />
    </Field>
  );
}

/** A refund uses the rate of its own day. */
function RefundRate(between: { currency: string; base: string }) {
  const date = Form.useWatch<unknown>('date');
  return <RateField {...between} date={date} />;
}

const noAccounts: readonly Reference[] = [];

interface RefundDialogProps {
  endpoint: typeof creditNotes.refund | typeof receipts.refund;
  /** The document whose money is refunded. */
  from: Pick<CreditNote | Receipt, 'id' | 'number' | 'entity' | 'currency' | 'baseCurrency' | 'fxRate'>;
  title: string;
  done: string;
  available: number;
  onClose: () => void;
}

/** Refunds to the client the money that no invoice used. */
export default function RefundDialog(props: RefundDialogProps) {
  const { endpoint, from, title, done, available, onClose } = props;
  const { t } = useTranslation('billing');
  return (
    <FormDialog
      title={title}
      consequence={t('refund.means')}
      endpoint={endpoint}
      initial={{ date: today(), amount: available, mode: 'bank' }}
      fixed={{ id: from.id }}
      verb={t('refund.verb')}
      onSaved={() => {
        notify.success(done);
        onClose();
      }}
      onClose={onClose}
    >
      <Field name="amount" label={t('refund.amount')}>
        <MoneyInput currency={from.currency} />
      </Field>
      <Field name="date" label={t('date')}>
        <DateInput />
      </Field>
      <Field name="mode" label={t('refund.mode')}>
        <Select options={refundModes.map((value) => ({ value, label: t(`mode.${value}`) }))} />
      </Field>
      <AccountField entityId={from.entity.id} />
      <RefundRate currency={from.currency} base={from.baseCurrency} />
      <FarFromDocument documents={[from]} />
      <Field name="reference" label={t('receipt.reference')}>
        <Input maxLength={100} />
      </Field>
    </FormDialog>
  );
}
