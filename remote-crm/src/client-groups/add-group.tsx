import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { clientGroups } from '@daybook/contracts/crm/client-groups/client-groups';
import { FormScreen } from '@daybook/shared/form/form-screen';
import { clientGroupsAddress } from '../addresses.ts';
import { GroupFields } from './group-fields.tsx';

export default function AddGroup() {
  const { t } = useTranslation('crm');
  const navigate = useNavigate();
  return (
    <FormScreen
      title={t('group.add')}
      endpoint={clientGroups.create}
      backTo={clientGroupsAddress}
      onSaved={() => void navigate(clientGroupsAddress, { replace: true })}
    >
      <GroupFields />
    </FormScreen>
  );
}
