import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import { clients, type Client } from '@daybook/contracts/crm/clients/clients';
import { FormScreen } from '@daybook/shared/form/form-screen';
import { ReadView } from '@daybook/shared/read/read-view';
import { useRead } from '@daybook/shared/read/use-read';
import { clientAddress } from '../addresses.ts';
import { ClientFields } from './client-fields.tsx';
import { tellWarnings } from './tell-warnings.ts';

const idsOf = (references: readonly { id: string }[]) => references.map(({ id }) => id);

const valuesOf = (client: Client) => ({
  name: client.name,
  sortName: client.sortName,
  legalName: client.legalName,
  oldCode: client.oldCode,
  kind: client.kind,
  currency: client.currency,
  docLocale: client.docLocale,
  paymentTermsDays: client.paymentTermsDays,
  creditLimit: client.creditLimit,
  taxTreatment: client.taxTreatment,
  withholdingCodeId: client.withholdingCode?.id ?? null,
  withholdingRate: client.withholdingRate,
  billable: client.billable,
  reminders: client.reminders,
  remindersPausedUntil: client.remindersPausedUntil,
  tags: client.tags,
  notes: client.notes,
  contacts: client.contacts,
  addresses: client.addresses,
  registrations: client.registrations,
  crmId: client.crm.id,
  groupId: client.group?.id ?? null,
  managerId: client.manager?.id ?? null,
  executiveIds: idsOf(client.executives),
  departmentIds: idsOf(client.departments),
  defaultEntityId: client.defaultEntity.id,
});

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
          initial={valuesOf(client)}
          fixed={{ id }}
          version={client.version}
          valuesOf={valuesOf}
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
