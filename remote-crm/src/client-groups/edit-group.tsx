import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import { clientGroups, type ClientGroup } from '@daybook/contracts/crm/client-groups/client-groups';
import { notify } from '@daybook/shared/notify';
import { Can } from '@daybook/shared/record/can';
import { ConfirmButton } from '@daybook/shared/form/confirm';
import { FormScreen } from '@daybook/shared/form/form-screen';
import { RecordHistory } from '@daybook/shared/history/history';
import type { HistoryWords } from '@daybook/shared/history/history-event';
import { ReadView } from '@daybook/shared/read/read-view';
import { useRead } from '@daybook/shared/read/use-read';
import { useSave } from '@daybook/shared/form/use-save';
import { clientGroupsAddress } from '../addresses.ts';
import styles from '../crm.module.css';
import { GroupFields } from './group-fields.tsx';

const valuesOf = ({ name, payer, members }: ClientGroup) => ({
  name,
  payerClientId: payer?.id ?? null,
  memberIds: members.map(({ id }) => id),
});

function useHistoryWords(): HistoryWords {
  const { t } = useTranslation('crm');
  const names = new Map([
    ['name', t('group.name')],
    ['payerClient', t('group.payer')],
  ]);
  return { field: (name) => names.get(name) ?? null, status: (status) => t(`clientStatus.${status}`) };
}

export default function EditGroup() {
  const words = useHistoryWords();
  const { id = '' } = useParams();
  const read = useRead(clientGroups.open, { id });
  return (
    <ReadView of={read} shape="form">
      {(group) => (
        <div className={styles.beside}>
          <GroupForm group={group} />
          <aside>
            <RecordHistory kind="client_group" id={id} words={words} />
          </aside>
        </div>
      )}
    </ReadView>
  );
}

interface ActionProps {
  group: ClientGroup;
}

function GroupForm({ group }: ActionProps) {
  const { t } = useTranslation('crm');
  const navigate = useNavigate();
  return (
    <FormScreen
      title={t('group.editTitle', { name: group.name })}
      endpoint={clientGroups.edit}
      initial={valuesOf(group)}
      fixed={{ id: group.id }}
      version={group.version}
      valuesOf={valuesOf}
      backTo={clientGroupsAddress}
      onSaved={() => void navigate(clientGroupsAddress)}
      extraActions={
        <>
          <Can do="clients.deactivate">
            <PutInUse group={group} />
          </Can>
          <Can do="clients.delete">
            <Remove group={group} />
          </Can>
        </>
      }
    >
      <GroupFields />
    </FormScreen>
  );
}

/** Deactivates the group, which the server refuses while it has active clients, or reactivates it. */
function PutInUse({ group: { id, version, name, active } }: ActionProps) {
  const { t } = useTranslation('crm');
  const navigate = useNavigate();
  const { save } = useSave(active ? clientGroups.deactivate : clientGroups.reactivate);
  const verb = t(active ? 'action.deactivate' : 'action.reactivate');
  return (
    <ConfirmButton
      question={t(active ? 'group.deactivateQuestion' : 'group.reactivateQuestion', { name })}
      consequence={t(active ? 'group.deactivateConsequence' : 'group.reactivateConsequence')}
      verb={verb}
      run={async () => {
        await save({ id }, version);
        await navigate(clientGroupsAddress);
      }}
    >
      {verb}
    </ConfirmButton>
  );
}

function Remove({ group: { id, version, name } }: ActionProps) {
  const { t } = useTranslation('crm');
  const navigate = useNavigate();
  const { save } = useSave(clientGroups.remove);
  return (
    <ConfirmButton
      danger
      question={t('group.removeQuestion', { name })}
      consequence={t('group.removeConsequence')}
      verb={t('action.remove')}
      run={async () => {
        await save({ id }, version);
        notify.success(t('group.removed', { name }));
        await navigate(clientGroupsAddress);
      }}
    >
      {t('action.remove')}
    </ConfirmButton>
  );
}
