import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { withholdingCodes } from '@daybook/contracts/settings/withholding-codes/withholding-codes';
import { FormScreen } from '@daybook/shared/form/form-screen';
import { withholdingAddress } from './addresses.ts';
import { WithholdingFields, WithholdingRateFields } from './withholding-fields.tsx';

export default function AddWithholding() {
  const { t } = useTranslation('settings');
  const navigate = useNavigate();
  return (
    <FormScreen
      title={t('withholding.add')}
      endpoint={withholdingCodes.create}
      initial={{ base: 'net', counting: 'year', roundTo: 'minor', roundDir: 'nearest' }}
      backTo={withholdingAddress}
      onSaved={() => void navigate(withholdingAddress, { replace: true })}
    >
      <WithholdingFields />
      <WithholdingRateFields />
    </FormScreen>
  );
}
