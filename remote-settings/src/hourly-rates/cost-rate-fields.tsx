import { useTranslation } from 'react-i18next';
import { costRates } from '@daybook/contracts/settings/hourly-rates/cost-rates';
import { fieldOf } from '@daybook/shared/form/field';
import { Lookup } from '@daybook/shared/inputs/lookup';
import { RateFields } from './rate-fields.tsx';

const Field = fieldOf(costRates.edit);

/** What an hour of a person costs the firm. */
export function CostRateFields() {
  const { t } = useTranslation('settings');
  return (
    <>
      <Field name="personId" label={t('hourlyRate.person')}>
        <Lookup kind="person" />
      </Field>
      <RateFields />
    </>
  );
}
