import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { packages } from '@daybook/contracts/settings/packages/packages';
import { FormScreen } from '@daybook/shared/form/form-screen';
import { packagesAddress } from './addresses.ts';
import { PackageFields } from './package-fields.tsx';
import { sentPackage } from './sent-package.ts';

export default function AddPackage() {
  const { t } = useTranslation('settings');
  const navigate = useNavigate();
  return (
    <FormScreen
      title={t('package.add')}
      endpoint={packages.create}
      initial={{ cycle: 'monthly', services: [{ serviceId: '', qty: '1', share: 0 }] }}
      sent={sentPackage}
      backTo={packagesAddress}
      onSaved={() => void navigate(packagesAddress, { replace: true })}
    >
      <PackageFields />
    </FormScreen>
  );
}
