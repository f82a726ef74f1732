import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import { chargeRates, type ChargeRate } from '@daybook/contracts/settings/hourly-rates/charge-rates';
import { FormScreen } from '@daybook/shared/form/form-screen';
import { ReadView } from '@daybook/shared/read/read-view';
import { useRead } from '@daybook/shared/read/use-read';
import { Beside } from '../beside.tsx';
import { DeleteButton } from '../delete-button.tsx';
import { MasterHistory } from '../master-history.tsx';
import { chargeRatesAddress } from './addresses.ts';
import { ChargeRateFields } from './charge-rate-fields.tsx';
import { hoursOf } from './hours-of.ts';

const valuesOf = ({ client, service, person, currency, rate, validFrom, validTo }: ChargeRate) => ({
  clientId: client?.id ?? null,
  serviceId: service?.id ?? null,
  personId: person?.id ?? null,
  currency: currency as never,
  rate,
  validFrom,
  validTo,
});

const historyFields = {
  client: 'hourlyRate.client',
  service: 'hourlyRate.service',
  person: 'hourlyRate.person',
  currency: 'hourlyRate.currency',
  rate: 'hourlyRate.rate',
  validFrom: 'hourlyRate.validFrom',
  validTo: 'hourlyRate.validTo',
};

export default function EditChargeRate() {
  const { t } = useTranslation('settings');
  const { id = '' } = useParams();
  const navigate = useNavigate();
  return (
    <ReadView of={useRead(chargeRates.open, { id })} shape="form">
      {(rate) => {
        const hours = hoursOf(rate) ?? t('hourlyRate.allHours');
        return (
          <Beside panels={<MasterHistory kind="charge_rate" id={id} fields={historyFields} />}>
            <FormScreen
              title={t('hourlyRate.editCharge', { hours })}
              endpoint={chargeRates.edit}
              initial={valuesOf(rate)}
              fixed={{ id }}
              version={rate.version}
              valuesOf={valuesOf}
              backTo={chargeRatesAddress}
              onSaved={() => void navigate(chargeRatesAddress)}
              extraActions={
                <DeleteButton
                  endpoint={chargeRates.remove}
                  record={{ id, version: rate.version, name: hours }}
                  consequence={t('hourlyRate.deleteConsequence')}
                  backTo={chargeRatesAddress}
                />
              }
            >
              <ChargeRateFields />
            </FormScreen>
          </Beside>
        );
      }}
    </ReadView>
  );
}
