import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import { costRates, type CostRate } from '@daybook/contracts/settings/hourly-rates/cost-rates';
import { FormScreen } from '@daybook/shared/form/form-screen';
import { ReadView } from '@daybook/shared/read/read-view';
import { useRead } from '@daybook/shared/read/use-read';
import { Beside } from '../beside.tsx';
import { DeleteButton } from '../delete-button.tsx';
import { MasterHistory } from '../master-history.tsx';
import { costRatesAddress } from './addresses.ts';
import { CostRateFields } from './cost-rate-fields.tsx';

const valuesOf = ({ person, currency, rate, validFrom, validTo }: CostRate) => ({
  personId: person.id,
  currency: currency as never,
  rate,
  validFrom,
  validTo,
});

const historyFields = {
  person: 'hourlyRate.person',
  currency: 'hourlyRate.currency',
  rate: 'hourlyRate.rate',
  validFrom: 'hourlyRate.validFrom',
  validTo: 'hourlyRate.validTo',
};

export default function EditCostRate() {
  const { t } = useTranslation('settings');
  const { id = '' } = useParams();
  const navigate = useNavigate();
  return (
    <ReadView of={useRead(costRates.open, { id })} shape="form">
      {(rate) => (
        <Beside panels={<MasterHistory kind="cost_rate" id={id} fields={historyFields} />}>
          <FormScreen
            title={t('hourlyRate.editCost', { person: rate.person.label })}
            endpoint={costRates.edit}
            initial={valuesOf(rate)}
            fixed={{ id }}
            version={rate.version}
            valuesOf={valuesOf}
            backTo={costRatesAddress}
            onSaved={() => void navigate(costRatesAddress)}
            extraActions={
              <DeleteButton
                endpoint={costRates.remove}
                record={{ id, version: rate.version, name: rate.person.label }}
                consequence={t('hourlyRate.deleteCostConsequence')}
                backTo={costRatesAddress}
              />
            }
          >
            <CostRateFields />
          </FormScreen>
        </Beside>
      )}
    </ReadView>
  );
}
