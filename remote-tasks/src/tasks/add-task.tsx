import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { InputOf } from '@daybook/contracts/endpoint';
import { lookups, type LookupRow } from '@daybook/contracts/lookups';
import { tasks } from '@daybook/contracts/tasks/tasks/tasks';
import { FormScreen } from '@daybook/shared/form/form-screen';
import { ReadView } from '@daybook/shared/read/read-view';
import { useRead } from '@daybook/shared/read/use-read';
import { listAddress, recordAddress } from '../common/addresses.ts';
import { TaskFields } from './task-fields.tsx';
import { copyOf } from './task-values.ts';

const entityOf = (client: LookupRow | undefined): string | null =>
  (client?.more['defaultEntityId'] as string | undefined) ?? null;

/**
 * `?clientId=` starts with a client and their default entity, `?copyOf=` with the content of another task, and `?about=` with
 * internal work whose title names what it is about.
 */
export default function AddTask() {
  const [params] = useSearchParams();
  const clientId = params.get('clientId');
  const copiedId = params.get('copyOf');
  const about = params.get('about');
  const copied = useRead(tasks.open, copiedId === null ? null : { id: copiedId });
  const clients = useRead(lookups.find, clientId === null ? null : { kind: 'client', id: clientId });
  if (copiedId !== null)
    return (
      <ReadView of={copied} shape="form">
        {(task) => <NewTask initial={copyOf(task)} copied={task.no} />}
      </ReadView>
    );
  if (clientId === null)
    return about === null ? (
      <NewTask />
    ) : (
      <NewTask initial={{ internal: true, title: about.slice(0, 200) }} />
    );
  return (
    <ReadView of={clients} shape="form">
      {([client]) => (
        <NewTask initial={{ clientId: client?.id ?? null, billingEntityId: entityOf(client) }} />
      )}
    </ReadView>
  );
}

type Initial = Partial<InputOf<typeof tasks.create>>;

const nothing: Initial = {};

interface NewTaskProps {
  initial?: Initial;
  /** The number of the original task, if this is a copy. */
  copied?: string;
}

function NewTask({ initial = nothing, copied }: NewTaskProps) {
  const { t } = useTranslation('tasks');
  const navigate = useNavigate();
  return (
    <FormScreen
      title={copied === undefined ? t('add') : t('copyTitle', { no: copied })}
      endpoint={tasks.create}
      initial={{ priority: 3, billingRule: 'fixed_fee', assigneeIds: [], checklist: [], ...initial }}
      backTo={listAddress}
      onSaved={({ id }) => void navigate(recordAddress(id), { replace: true })}
    >
      <TaskFields />
    </FormScreen>
  );
}
