import Form from 'antd/es/form';
import Input from 'antd/es/input';
import Select from 'antd/es/select';
import { useTranslation } from 'react-i18next';
import { CurrencyCode } from '@daybook/contracts/money/currency';
import { services } from '@daybook/contracts/settings/services/services';
import { UsualBillingRuleSelect } from '@daybook/shared/inputs/billing-rule-select';
import { fieldOf } from '@daybook/shared/form/field';
import { Lookup } from '@daybook/shared/inputs/lookup';
import { MoneyInput } from '@daybook/shared/inputs/money-input';
import { CurrencySelect } from '@daybook/shared/inputs/named-select';

const Field = fieldOf(services.create);

/** The units that firms bill by (UNECE Recommendation 20). */
const units = ['E48', 'C62', 'HUR', 'DAY', 'MON', 'ANN', 'LS'] as const;

export function ServiceFields() {
  const { t } = useTranslation('settings');
  const currency = CurrencyCode.safeParse(Form.useWatch('currency')).data;
  const unit: unknown = Form.useWatch('unit');
  const known = units.map((value) => ({ value: value as string, label: t(`unit.${value}`) }));
  const isOther = typeof unit === 'string' && !known.some(({ value }) => value === unit);
  return (
    <>
      <Field name="name" label={t('service.name')}>
        <Input maxLength={120} />
      </Field>
      <Field name="departmentId" label={t('service.department')}>
        <Lookup kind="department" />
      </Field>
      <Field name="currency" label={t('service.currency')} hint={t('service.currencyHint')}>
        <CurrencySelect allowClear />
      </Field>
      <Field name="price" label={t('service.price')}>
        {currency === undefined ? <Input disabled /> : <MoneyInput currency={currency} />}
      </Field>
      <Field name="unit" label={t('service.unit')}>
        <Select options={isOther ? [...known, { value: unit, label: unit }] : known} />
      </Field>
      <Field name="taxCodeId" label={t('service.taxCode')}>
        <Lookup kind="tax_code" />
      </Field>
      <Field name="incomeAccountId" label={t('service.incomeAccount')} hint={t('service.incomeAccountHint')}>
        <Lookup kind="income_account" />
      </Field>
      <Field name="billingRule" label={t('service.billingRule')} hint={t('service.billingRuleHint')}>
        <UsualBillingRuleSelect />
      </Field>
      <Field name="sacHsn" label={t('service.sacHsn')} hint={t('service.sacHsnHint')}>
        <Input maxLength={8} inputMode="numeric" />
      </Field>
    </>
  );
}
