import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { lookups, type LookupRow } from '@daybook/contracts/lookups';
import { tasks } from '@daybook/contracts/tasks/tasks';
import { FormScreen } from '@daybook/shared/ui/form-screen';
import { ReadView } from '@daybook/shared/ui/read-view';
import { useRead } from '@daybook/shared/ui/use-read';
import { listAddress, recordAddress } from './addresses.ts';
import { TaskFields } from './task-fields.tsx';

const entityOf = (client: LookupRow | undefined): string | null =>
  (client?.more['defaultEntityId'] as string | undefined) ?? null;

/** `?clientId=` begins with that client and who bills it. */
export default function AddTask() {
  const [params] = useSearchParams();
  const clientId = params.get('clientId');
  const clients = useRead(lookups.find, clientId === null ? null : { kind: 'clients', id: clientId });
  if (clientId === null) return <NewTask />;
  return (
    <ReadView of={clients} shape="form">
      {([client]) => <NewTask client={client} />}
    </ReadView>
  );
}

function NewTask({ client }: { client?: LookupRow | undefined }) {
  const { t } = useTranslation('tasks');
  const navigate = useNavigate();
  return (
    <FormScreen
      title={t('add')}
      endpoint={tasks.create}
      initial={{
        priority: 3,
        assigneeIds: [],
        checklist: [],
        clientId: client?.id ?? null,
        billingEntityId: entityOf(client),
      }}
      backTo={listAddress}
      onSaved={({ id }) => void navigate(recordAddress(id))}
    >
      <TaskFields />
    </FormScreen>
  );
}
