import Form from 'antd/es/form';
import Input from 'antd/es/input';
import { useTranslation } from 'react-i18next';
import { exchangeRates } from '@daybook/contracts/settings/exchange-rates/exchange-rates';
import { DateInput } from '@daybook/shared/inputs/date-input';
import { DecimalInput } from '@daybook/shared/inputs/decimal-input';
import { fieldOf } from '@daybook/shared/form/field';
import { CurrencySelect } from '@daybook/shared/inputs/named-select';

const Field = fieldOf(exchangeRates.edit);

/** The price of one unit of a currency in another, its first day, and its source. */
export function RateFields() {
  const { t } = useTranslation('settings');
  const from = Form.useWatch<string | null>('from') ?? null;
  const to = Form.useWatch<string | null>('to') ?? null;
  const hint = from !== null && to !== null ? { hint: t('rate.rateHint', { from, to }) } : {};
  return (
    <>
      <Field name="from" label={t('rate.from')} isRequired>
        <CurrencySelect />
      </Field>
      <Field name="to" label={t('rate.to')} isRequired>
        <CurrencySelect />
      </Field>
      <Field name="date" label={t('rate.date')} hint={t('rate.dateHint')} isRequired>
        <DateInput />
      </Field>
      <Field name="rate" label={t('rate.rate')} isRequired {...hint}>
        <DecimalInput />
      </Field>
      <Field name="source" label={t('rate.source')} hint={t('rate.sourceHint')}>
        <Input maxLength={80} />
      </Field>
    </>
  );
}
