import Select from 'antd/es/select';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { canMerge, clientMerge } from '@daybook/contracts/crm/clients/client-merge';
import { clients, type Client } from '@daybook/contracts/crm/clients/clients';
import { fieldOf } from '@daybook/shared/form/field';
import { FormDialog } from '@daybook/shared/form/form-dialog';
import { usePause } from '@daybook/shared/inputs/use-pause';
import { notify } from '@daybook/shared/notify';
import { ReadView } from '@daybook/shared/read/read-view';
import { useRead } from '@daybook/shared/read/use-read';
import { MergeTold } from './merge-told.tsx';

const Field = fieldOf(clientMerge.merge);

interface MergeDialogProps {
  client: Client;
  onClose: () => void;
}

/** Chooses the client that is merged into this one, and says beforehand what moves or why it cannot go. */
export function MergeDialog({ client, onClose }: MergeDialogProps) {
  const { t } = useTranslation('crm');
  const { id, name, version } = client;
  const [otherId, setOtherId] = useState<string | null>(null);
  const preview = useRead(clientMerge.preview, otherId === null ? null : { id, otherId });
  const other = preview.data?.other;
  return (
    <FormDialog
      title={t('clientMerge.question', { name })}
      consequence={t('clientMerge.means')}
      verb={t('merge.verb')}
      isDangerous
      isBlocked={preview.data !== undefined && !canMerge(preview.data)}
      endpoint={clientMerge.merge}
      fixed={{ id, ...(other !== undefined && { otherVersion: other.version }) }}
      version={version}
      onSaved={() => {
        notify.success(t('clientMerge.done', { other: other?.name ?? '', name }));
        onClose();
      }}
      onClose={onClose}
    >
      <Field name="otherId" label={t('clientMerge.other')} isRequired>
        <OtherSelect without={id} onPick={setOtherId} />
      </Field>
      {otherId !== null && (
        <ReadView of={preview} shape="list">
          {(told) => <MergeTold client={client} preview={told} onGrouped={onClose} />}
        </ReadView>
      )}
    </FormDialog>
  );
}

interface OtherSelectProps {
  without: string;
  onPick: (id: string) => void;
  value?: string;
  id?: string;
  onChange?: (id: string) => void;
}

/** Finds clients as their list does, inactive ones too. */
function OtherSelect({ without, onPick, value, id, onChange }: OtherSelectProps) {
  const [typed, setTyped] = useState('');
  const q = usePause(typed);
  const { data } = useRead(clients.list, q === '' ? {} : { q });
  const rows = (data?.rows ?? []).filter((row) => row.id !== without);
  return (
    <Select<string>
      {...(id !== undefined && { id })}
      {...(value !== undefined && { value })}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      options={rows.map(({ id: of, code, name }) => ({ value: of, label: `${code} ${name}` }))}
      onChange={(chosen) => {
        onPick(chosen);
        onChange?.(chosen);
      }}
    />
  );
}
