import { useTranslation } from 'react-i18next';
import { chargeRates } from '@daybook/contracts/settings/hourly-rates/charge-rates';
import { fieldOf } from '@daybook/shared/form/field';
import { Lookup } from '@daybook/shared/inputs/lookup';
import { RateFields } from './rate-fields.tsx';

const Field = fieldOf(chargeRates.edit);

/** Whose hours, and what one of them costs the client. */
export function ChargeRateFields() {
  const { t } = useTranslation('settings');
  return (
    <>
      <Field name="clientId" label={t('hourlyRate.client')} hint={t('hourlyRate.chargeHint')} isWide>
        <Lookup kind="client" />
      </Field>
      <Field name="serviceId" label={t('hourlyRate.service')}>
        <Lookup kind="service" />
      </Field>
      <Field name="personId" label={t('hourlyRate.person')}>
        <Lookup kind="person" />
      </Field>
      <RateFields />
    </>
  );
}
