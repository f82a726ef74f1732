import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { clients } from '@daybook/contracts/crm/clients/clients';
import { profileAtom, store } from '@daybook/shared/session';
import { FormScreen } from '@daybook/shared/form/form-screen';
import { OnlyChoice } from '@daybook/shared/form/only-choice';
import { clientAddress, clientsAddress } from '../addresses.ts';
import { ClientFields } from './client-fields.tsx';
import { tellWarnings } from './tell-warnings.ts';

export default function AddClient() {
  const { t } = useTranslation('crm');
  const navigate = useNavigate();
  const { user } = store.get(profileAtom);
  return (
    <FormScreen
      title={t('client.add')}
      endpoint={clients.create}
      initial={{ billable: true, reminders: 'on', ...(user?.userType === 'crm' && { crmId: user.id }) }}
      backTo={clientsAddress}
      onSaved={(saved) => {
        tellWarnings(saved);
        void navigate(clientAddress(saved.id), { replace: true });
      }}
    >
      <OnlyChoice name="crmId" kind="crm" />
      <OnlyChoice name="defaultEntityId" kind="billing_entity" />
      <ClientFields />
    </FormScreen>
  );
}
