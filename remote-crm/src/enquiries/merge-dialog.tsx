import Select from 'antd/es/select';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { enquiries, type Enquiry } from '@daybook/contracts/crm/enquiries/enquiries';
import { ConfirmDialog } from '@daybook/shared/form/confirm';
import { useSave } from '@daybook/shared/form/use-save';
import { usePause } from '@daybook/shared/inputs/use-pause';
import { notify } from '@daybook/shared/notify';
import { ReadView } from '@daybook/shared/read/read-view';
import { useRead } from '@daybook/shared/read/use-read';
import styles from '../crm.module.css';
import { FactsOfEnquiry } from './enquiry-facts.tsx';
import { EnquiryStatusTag } from './enquiry-status-tag.tsx';

interface MergeDialogProps {
  enquiry: Enquiry;
  onClose: () => void;
}

/** Chooses the enquiry that is merged into this one, shows it, and asks for its number, because a merge cannot be undone. */
export function MergeDialog({ enquiry: { id, no, version }, onClose }: MergeDialogProps) {
  const { t } = useTranslation('crm');
  const [otherId, setOtherId] = useState<string | null>(null);
  const read = useRead(enquiries.open, otherId === null ? null : { id: otherId });
  const other = read.data?.id === otherId ? read.data : undefined;
  const { save } = useSave(enquiries.merge);
  const run = async () => {
    if (other === undefined) return;
    await save({ id, otherId: other.id, otherVersion: other.version }, version);
    notify.success(t('merge.done', { other: other.no, no }));
  };
  return (
    <ConfirmDialog
      question={t('merge.question', { no })}
      consequence={t('merge.means')}
      verb={t('merge.verb')}
      {...(other !== undefined && { typedWord: other.no })}
      isReady={other !== undefined}
      run={run}
      onClose={onClose}
    >
      <div className={`${styles.stack} ${styles.hint}`}>
        <label className={styles.stack}>
          {t('merge.other')}
          <OtherSelect without={id} value={otherId} onPick={setOtherId} />
        </label>
        {otherId !== null && (
          <ReadView of={read} shape="form">
            {(shown) => (
              <section aria-label={shown.no}>
                <p>
                  <strong>
                    {shown.no} <bdi>{shown.name}</bdi>
                  </strong>{' '}
                  <EnquiryStatusTag status={shown.status} /> {t('merge.notes', { count: shown.notes.length })}
                </p>
                <FactsOfEnquiry enquiry={shown} />
              </section>
            )}
          </ReadView>
        )}
      </div>
    </ConfirmDialog>
  );
}

interface OtherSelectProps {
  without: string;
  value: string | null;
  onPick: (id: string) => void;
}

/** Finds enquiries by number, name, company, e-mail or phone. A won one cannot be merged into another. */
function OtherSelect({ without, value, onPick }: OtherSelectProps) {
  const { t } = useTranslation('crm');
  const [typed, setTyped] = useState('');
  const q = usePause(typed);
  const { data } = useRead(enquiries.list, q === '' ? {} : { q });
  const rows = (data?.rows ?? []).filter((row) => row.id !== without && row.status !== 'won');
  return (
    <Select<string>
      {...(value !== null && { value })}
      aria-label={t('merge.other')}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      options={rows.map((row) => ({
        value: row.id,
        label: `${row.no} ${row.company === null ? row.name : `${row.company} (${row.name})`}`,
      }))}
      onChange={onPick}
    />
  );
}
