import Form from 'antd/es/form';
import { useTranslation } from 'react-i18next';
import { CurrencyCode } from '@daybook/contracts/money/currency';
import { costRates } from '@daybook/contracts/settings/hourly-rates/cost-rates';
import { fieldOf } from '@daybook/shared/form/field';
import { DateInput } from '@daybook/shared/inputs/date-input';
import { MoneyInput } from '@daybook/shared/inputs/money-input';
import { CurrencySelect } from '@daybook/shared/inputs/named-select';

const Field = fieldOf(costRates.edit);

/** What an hour is worth and when: the fields that charge rates and cost rates share. */
export function RateFields() {
  const { t } = useTranslation('settings');
  const currency = CurrencyCode.safeParse(Form.useWatch<unknown>('currency')).data ?? '';
  return (
    <>
      <Field name="currency" label={t('hourlyRate.currency')}>
        <CurrencySelect />
      </Field>
      <Field name="rate" label={t('hourlyRate.rate')}>
        <MoneyInput currency={currency} />
      </Field>
      <Field name="validFrom" label={t('hourlyRate.validFrom')}>
        <DateInput />
      </Field>
      <Field name="validTo" label={t('hourlyRate.validTo')} hint={t('hourlyRate.validToHint')}>
        <DateInput />
      </Field>
    </>
  );
}
