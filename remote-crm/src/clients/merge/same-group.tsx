import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';
import { clientGroups } from '@daybook/contracts/crm/client-groups/client-groups';
import type { MergePreview } from '@daybook/contracts/crm/clients/client-merge';
import type { Client } from '@daybook/contracts/crm/clients/clients';
import { useSave } from '@daybook/shared/form/use-save';
import { notify } from '@daybook/shared/notify';
import { call } from '@daybook/shared/call';
import { refusalText } from '@daybook/shared/read/refusal-text';
import { useMay } from '@daybook/shared/session';

interface SameGroupProps {
  client: Client;
  other: MergePreview['other'];
  onGrouped: () => void;
}

/** Offers to put both clients into one group where they cannot be merged. Two groups are not joined here. */
export function SameGroup({ client, other, onGrouped }: SameGroupProps) {
  const { t } = useTranslation('crm');
  const mayAdd = useMay('clients.add');
  const mayEdit = useMay('clients.edit');
  const create = useSave(clientGroups.create);
  const edit = useSave(clientGroups.edit);
  const group = client.group ?? other.group;
  if (client.group !== null && other.group !== null)
    return client.group.id === other.group.id ? (
      <p>{t('clientMerge.inGroup', { group: client.group.label })}</p>
    ) : null;
  if (!mayEdit || (group === null && !mayAdd)) return null;
  const join = async () => {
    if (group === null)
      return create.save({ name: client.name.slice(0, 120), memberIds: [client.id, other.id] });
    const { id, name, version, payer, members } = await call(clientGroups.open, { id: group.id });
    const memberIds = [...new Set([...members.map((one) => one.id), client.id, other.id])];
    return edit.save({ id, name, payerClientId: payer?.id ?? null, memberIds }, version);
  };
  const run = async () => {
    try {
      const { name } = await join();
      notify.success(t('clientMerge.grouped', { group: name }));
      onGrouped();
    } catch (error) {
      notify.failure(refusalText(error));
    }
  };
  return (
    <p>
      <Button onClick={() => void run()} loading={create.isSaving || edit.isSaving}>
        {group === null ? t('clientMerge.newGroup') : t('clientMerge.join', { group: group.label })}
      </Button>
    </p>
  );
}
