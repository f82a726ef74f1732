import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { chargeRates } from '@daybook/contracts/settings/hourly-rates/charge-rates';
import { FormScreen } from '@daybook/shared/form/form-screen';
import { today } from '@daybook/shared/today';
import { chargeRatesAddress } from './addresses.ts';
import { ChargeRateFields } from './charge-rate-fields.tsx';

export default function AddChargeRate() {
  const { t } = useTranslation('settings');
  const navigate = useNavigate();
  return (
    <FormScreen
      title={t('hourlyRate.addCharge')}
      endpoint={chargeRates.create}
      initial={{ validFrom: today() }}
      backTo={chargeRatesAddress}
      onSaved={() => void navigate(chargeRatesAddress, { replace: true })}
    >
      <ChargeRateFields />
    </FormScreen>
  );
}
