import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { costRates } from '@daybook/contracts/settings/hourly-rates/cost-rates';
import { FormScreen } from '@daybook/shared/form/form-screen';
import { today } from '@daybook/shared/today';
import { costRatesAddress } from './addresses.ts';
import { CostRateFields } from './cost-rate-fields.tsx';

export default function AddCostRate() {
  const { t } = useTranslation('settings');
  const navigate = useNavigate();
  return (
    <FormScreen
      title={t('hourlyRate.addCost')}
      endpoint={costRates.create}
      initial={{ validFrom: today() }}
      backTo={costRatesAddress}
      onSaved={() => void navigate(costRatesAddress, { replace: true })}
    >
      <CostRateFields />
    </FormScreen>
  );
}
