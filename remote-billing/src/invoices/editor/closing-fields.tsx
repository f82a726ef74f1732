import Input from 'antd/es/input';
import Select from 'antd/es/select';
import Switch from 'antd/es/switch';
import { useTranslation } from 'react-i18next';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { DecimalInput } from '@daybook/shared/inputs/decimal-input';
import { fieldOf } from '@daybook/shared/form/field';
import { FormGroup } from '@daybook/shared/form/form-group';
import { FormRows } from '@daybook/shared/form/form-rows';
import { MoneyInput } from '@daybook/shared/inputs/money-input';
import { LongText } from '@daybook/shared/inputs/long-text';
import { DiscountInput } from './discount-input.tsx';
import { PrepaidInput } from './prepaid-input.tsx';
import { TaxCodeSelect } from './tax-code-select.tsx';
import { useDraft } from './use-draft.tsx';

const Field = fieldOf(invoices.create);

/** The fields that change the document's total below its lines. */
export function ClosingFields() {
  const { t } = useTranslation('billing');
  const { currency } = useDraft();
  return (
    <FormGroup title={t('group.closing')}>
      <Field name="discountPct" label={t('field.discount')} hint={t('hint.discount')}>
        <DiscountInput amountAt={['discount']} currency={currency} />
      </Field>
      <Field name="prepaid" label={t('field.prepaid')} hint={t('hint.prepaid')}>
        <PrepaidInput />
      </Field>
      <Field name="withholdingCodeId" label={t('field.withholdingCode')} hint={t('hint.withholdingCode')}>
        <WithholdingSelect />
      </Field>
      <Field name="withholdingRate" label={t('field.withholdingRate')} hint={t('hint.withholdingRate')}>
        <DecimalInput unit="%" />
      </Field>
      <FormRows
        name="adjustments"
        label={(no) => t('adjustment.label', { no })}
        add={t('adjustment.add')}
        blank={{ kind: 'allowance' }}
      >
        {(index) => <AdjustmentFields index={index} />}
      </FormRows>
    </FormGroup>
  );
}

/** The codes in the document's currency, and the code that the draft already has. */
function WithholdingSelect(props: React.ComponentProps<typeof Select<string>>) {
  const { basis, currency } = useDraft();
  const codes = (basis?.withholdingCodes ?? []).filter(
    (code) => code.currency === currency || code.id === props.value,
  );
  return (
    <Select
      {...props}
      allowClear
      options={codes.map(({ id, label }) => ({ value: id, label }))}
      disabled={basis === undefined}
    />
  );
}

function AdjustmentFields({ index }: { index: number }) {
  const { t } = useTranslation('billing');
  const { currency } = useDraft();
  return (
    <>
      <Field name={['adjustments', index, 'kind']} label={t('adjustment.kind')}>
        <Select
          options={(['allowance', 'charge'] as const).map((value) => ({
            value,
            label: t(`adjustmentKind.${value}`),
          }))}
        />
      </Field>
      <Field name={['adjustments', index, 'reason']} label={t('adjustment.reason')}>
        <Input maxLength={200} />
      </Field>
      <Field name={['adjustments', index, 'amount']} label={t('line.amount')} isRequired>
        <MoneyInput currency={currency} />
      </Field>
      <Field name={['adjustments', index, 'taxCodeId']} label={t('line.tax')} isRequired>
        <TaxCodeSelect />
      </Field>
    </>
  );
}

/** The texts printed below the totals. */
export function WordFields() {
  const { t } = useTranslation('billing');
  return (
    <FormGroup title={t('group.words')}>
      <Field name="terms" label={t('field.terms')}>
        <LongText rows={[2, 10]} maxLength={2000} />
      </Field>
      <Field name="notes" label={t('field.notes')}>
        <LongText rows={[2, 10]} maxLength={2000} />
      </Field>
      <Field name="listsHours" label={t('field.listsHours')} hint={t('hint.listsHours')} valueProp="checked">
        <Switch />
      </Field>
    </FormGroup>
  );
}
