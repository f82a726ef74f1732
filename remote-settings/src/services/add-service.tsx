import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { services } from '@daybook/contracts/settings/services/services';
import { FormScreen } from '@daybook/shared/form/form-screen';
import { listAddress } from './addresses.ts';
import { ServiceFields } from './service-fields.tsx';

export default function AddService() {
  const { t } = useTranslation('settings');
  const navigate = useNavigate();
  return (
    <FormScreen
      title={t('service.add')}
      endpoint={services.create}
      initial={{ unit: 'E48' }}
      backTo={listAddress}
      onSaved={() => void navigate(listAddress, { replace: true })}
    >
      <ServiceFields />
    </FormScreen>
  );
}
