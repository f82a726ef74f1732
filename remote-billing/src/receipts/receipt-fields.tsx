import Form from 'antd/es/form';
import Input from 'antd/es/input';
import Select from 'antd/es/select';
import { useTranslation } from 'react-i18next';
import { receiptModes, receipts } from '@daybook/contracts/billing/receipts/receipts';
import type { Reference } from '@daybook/contracts/fields';
import type { LookupRow } from '@daybook/contracts/lookups';
import { DateInput } from '@daybook/shared/inputs/date-input';
import { fieldOf } from '@daybook/shared/form/field';
import { Lookup } from '@daybook/shared/inputs/lookup';
import { MoneyInput } from '@daybook/shared/inputs/money-input';
import { CurrencySelect } from '@daybook/shared/inputs/named-select';
import { useRead } from '@daybook/shared/read/use-read';
import { LongText } from '@daybook/shared/inputs/long-text';
import { moreText } from '../common/look-up.ts';
import { RateField } from '../common/rate-field.tsx';
import { AdvanceFields } from './advance-fields.tsx';
import { Allocations } from './allocations.tsx';
import { ModeFields, notOfMode } from './mode-fields.tsx';
import { SameReference } from './same-reference.tsx';

const Field = fieldOf(receipts.create);

/** The payer, the payment and the invoices it settles. `firstId` is settled before others; an advance proposes no allocations. */
export function ReceiptFields({ firstId, isAdvance }: { firstId: string | null; isAdvance: boolean }) {
  return (
    <>
      <PayerFields />
      <MoneyFields />
      <Allocations firstId={firstId} isAdvance={isAdvance} />
      <AdvanceFields />
      <NarrationField />
    </>
  );
}

function PayerFields() {
  const { t } = useTranslation('billing');
  const form = Form.useFormInstance();
  const pickClient = (client: LookupRow) => {
    const entityId = moreText(client, 'defaultEntityId');
    form.setFieldsValue({
      currency: moreText(client, 'currency'),
      ...(entityId !== null && !form.getFieldValue('entityId') && { entityId }),
    });
  };
  return (
    <>
      <Field name="clientId" label={t('field.client')}>
        <Lookup kind="client" onPick={pickClient} />
      </Field>
      <Field name="entityId" label={t('field.entity')}>
        <Lookup kind="billing_entity" />
      </Field>
      <Field name="receiptDate" label={t('receipt.date')}>
        <DateInput />
      </Field>
      <Field name="currency" label={t('field.currency')}>
        <CurrencySelect />
      </Field>
    </>
  );
}

const none: readonly Reference[] = [];

function MoneyFields() {
  const { t } = useTranslation('billing');
  const form = Form.useFormInstance();
  // Watched values arrive after the first rendering, and until then the amount could not take the focus.
  const currency =
    Form.useWatch<string | null>('currency') ??
    (form.getFieldValue('currency') as string | null | undefined) ??
    '';
  const entityId = Form.useWatch<string | null>('entityId') ?? null;
  const mode = Form.useWatch<(typeof receiptModes)[number]>('mode') ?? 'bank';
  const basis = useRead(receipts.basis, entityId === null ? null : { entityId });
  const date = Form.useWatch<unknown>('receiptDate');
  return (
    <>
      <Field name="mode" label={t('receipt.mode')}>
        <Select
          options={receiptModes.map((value) => ({ value, label: t(`mode.${value}`) }))}
          onChange={(chosen: (typeof receiptModes)[number]) => form.setFieldsValue(notOfMode(chosen))}
        />
      </Field>
      {mode === 'adjustment' ? (
        <span />
      ) : (
        <Field name="amount" label={t('receipt.amount')}>
          <MoneyInput currency={currency} />
        </Field>
      )}
      <ModeFields mode={mode} bankAccounts={basis.data?.bankAccounts ?? none} />
      <SameReference mode={mode} />
      <Field name="withheld" label={t('receipt.withheld')} hint={t('hint.withheld')}>
        <WithheldInput currency={currency} />
      </Field>
      <Field name="withholdingSection" label={t('receipt.section')} hint={t('hint.section')}>
        <Input maxLength={30} />
      </Field>
      {mode !== 'adjustment' && (
        <Field name="bankCharge" label={t('receipt.bankCharge')} hint={t('hint.bankCharge')}>
          <MoneyInput currency={currency} />
        </Field>
      )}
      <RateField currency={currency} base={basis.data?.baseCurrency} date={date} />
    </>
  );
}

/** After somebody types an amount, it no longer follows the payment. */
function WithheldInput({ onChange, ...rest }: React.ComponentProps<typeof MoneyInput>) {
  const form = Form.useFormInstance();
  return (
    <MoneyInput
      {...rest}
      onChange={(withheld) => {
        form.setFieldValue('withheldByHand', true);
        onChange?.(withheld);
      }}
    />
  );
}

function NarrationField() {
  const { t } = useTranslation('billing');
  return (
    <Field name="narration" label={t('receipt.narration')} isWide>
      <LongText rows={[2, 8]} maxLength={1000} />
    </Field>
  );
}
