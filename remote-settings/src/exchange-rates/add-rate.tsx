import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { exchangeRates } from '@daybook/contracts/settings/exchange-rates/exchange-rates';
import { today } from '@daybook/shared/today';
import { FormScreen } from '@daybook/shared/form/form-screen';
import { listAddress } from './addresses.ts';
import { RateFields } from './rate-fields.tsx';

export default function AddRate() {
  const { t } = useTranslation('settings');
  const navigate = useNavigate();
  return (
    <FormScreen
      title={t('rate.add')}
      endpoint={exchangeRates.create}
      initial={{ date: today() }}
      backTo={listAddress}
      onSaved={() => void navigate(listAddress, { replace: true })}
    >
      <RateFields />
    </FormScreen>
  );
}
