import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import { clients } from '@daybook/contracts/crm/clients/clients';
import { fieldsOfClient } from '@daybook/contracts/crm/clients/fields-of-client';
import { FormScreen } from '@daybook/shared/form/form-screen';
import { ReadView } from '@daybook/shared/read/read-view';
import { useRead } from '@daybook/shared/read/use-read';
import { clientAddress } from '../addresses.ts';
import { ClientFields } from './client-fields.tsx';
import { tellWarnings } from './tell-warnings.ts';

export default function EditClient() {
  const { id = '' } = useParams();
  const { t } = useTranslation('crm');
  const navigate = useNavigate();
  const read = useRead(clients.open, { id });
  return (
    <ReadView of={read} shape="form">
      {(client) => (
        <FormScreen
          title={t('client.editTitle', { name: client.name })}
          endpoint={clients.edit}
          initial={fieldsOfClient(client)}
          fixed={{ id }}
          version={client.version}
          valuesOf={fieldsOfClient}
          backTo={clientAddress(id)}
          onSaved={(saved) => {
            tellWarnings(saved);
            void navigate(clientAddress(id));
          }}
        >
          <ClientFields />
        </FormScreen>
      )}
    </ReadView>
  );
}
