import Select from 'antd/es/select';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { canMerge, clientMerge } from '@daybook/contracts/crm/clients/client-merge';
import { clients, type Client } from '@daybook/contracts/crm/clients/clients';
import { ConfirmDialog } from '@daybook/shared/form/confirm';
import { useSave } from '@daybook/shared/form/use-save';
import { usePause } from '@daybook/shared/inputs/use-pause';
import { notify } from '@daybook/shared/notify';
import { ReadView } from '@daybook/shared/read/read-view';
import { useRead } from '@daybook/shared/read/use-read';
import styles from '../../crm.module.css';
import { MergeTold } from './merge-told.tsx';

interface MergeDialogProps {
  client: Client;
  onClose: () => void;
}

/** Chooses the client that is merged into this one, says what moves or why it cannot go, and asks for its code. */
export function MergeDialog({ client, onClose }: MergeDialogProps) {
  const { t } = useTranslation('crm');
  const { id, name, version } = client;
  const [otherId, setOtherId] = useState<string | null>(null);
  const preview = useRead(clientMerge.preview, otherId === null ? null : { id, otherId });
  const { save } = useSave(clientMerge.merge);
  const shown = preview.data;
  const other = shown !== undefined && canMerge(shown) ? shown.other : null;
  const run = async () => {
    if (other === null) return;
    await save({ id, otherId: other.id, otherVersion: other.version }, version);
    notify.success(t('clientMerge.done', { other: other.name, name }));
  };
  return (
    <ConfirmDialog
      question={t('clientMerge.question', { name })}
      consequence={t('clientMerge.means')}
      verb={t('merge.verb')}
      {...(other !== null && { typedWord: other.code })}
      isReady={other !== null}
      run={run}
      onClose={onClose}
    >
      <label className={styles.stack}>
        {t('clientMerge.other')}
        <OtherSelect without={id} value={otherId} onPick={setOtherId} />
      </label>
      {otherId !== null && (
        <ReadView of={preview} shape="list">
          {(told) => <MergeTold client={client} preview={told} onGrouped={onClose} />}
        </ReadView>
      )}
    </ConfirmDialog>
  );
}

interface OtherSelectProps {
  without: string;
  value: string | null;
  onPick: (id: string) => void;
}

/** Finds clients as their list does, inactive ones too. */
function OtherSelect({ without, value, onPick }: OtherSelectProps) {
  const { t } = useTranslation('crm');
  const [typed, setTyped] = useState('');
  const q = usePause(typed);
  const { data } = useRead(clients.list, q === '' ? {} : { q });
  const rows = (data?.rows ?? []).filter((row) => row.id !== without);
  return (
    <Select<string>
      {...(value !== null && { value })}
      aria-label={t('clientMerge.other')}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      options={rows.map(({ id, code, name }) => ({ value: id, label: `${code} ${name}` }))}
      onChange={onPick}
    />
  );
}
