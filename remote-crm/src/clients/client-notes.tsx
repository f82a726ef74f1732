import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';
import { clientLevels } from '@daybook/contracts/crm/clients/client-levels';
import { clientNotes, type ClientNote } from '@daybook/contracts/crm/clients/client-notes';
import type { Client } from '@daybook/contracts/crm/clients/clients';
import { useSave } from '@daybook/shared/form/use-save';
import { notify } from '@daybook/shared/notify';
import { usePages } from '@daybook/shared/list/use-pages';
import { ErrorBox } from '@daybook/shared/read/error-box';
import { refusalText } from '@daybook/shared/read/refusal-text';
import { InstantText } from '@daybook/shared/record/date-text';
import { NoteEntry, NoteText } from '@daybook/shared/record/note-entry';
import { NoteWriter } from '@daybook/shared/record/note-writer';
import { RecordSection } from '@daybook/shared/record/record-screen';
import { StatusTag } from '@daybook/shared/record/status-tag';
import styles from '../crm.module.css';
import { FormFacts } from '../form-facts.tsx';

const useLevels = () => {
  const { t } = useTranslation('crm');
  return clientLevels.map((value) => ({ value, label: t(`level.${value}`) }));
};

/** The notes of a client that the reader may see, pinned ones first. */
export default function ClientNotes({
  client: { id: clientId, erasedAt },
}: {
  client: Pick<Client, 'id' | 'erasedAt'>;
}) {
  const { t } = useTranslation('crm');
  const levels = useLevels();
  const { save } = useSave(clientNotes.add);
  const { rows, isLoading, error, retry, hasMore, more } = usePages(clientNotes.list, { id: clientId });
  return (
    <RecordSection title={t('shared:note.title')}>
      <div className={styles.stack}>
        {erasedAt === null && (
          <NoteWriter
            levels={levels}
            save={({ body, level }) => save({ id: clientId, body, ...(level !== undefined && { level }) })}
          />
        )}
        {error !== null && <ErrorBox error={error} onRetry={retry} />}
        {!isLoading && error === null && rows.length === 0 && (
          <span className={styles.aside}>{t('shared:note.none')}</span>
        )}
        <ul className={styles.list} aria-label={t('shared:note.title')}>
          {rows.map((note) => (
            <li key={note.id}>
              {note.enquiryNo === null ? (
                <Entry clientId={clientId} note={note} />
              ) : (
                <OfEnquiry note={note} no={note.enquiryNo} />
              )}
            </li>
          ))}
        </ul>
        {hasMore && <Button onClick={more}>{t('showMore')}</Button>}
      </div>
    </RecordSection>
  );
}

/** A note of an enquiry that the client came from, which stays as it is. */
function OfEnquiry({ note: { form, ...note }, no }: { note: ClientNote; no: string }) {
  const { t } = useTranslation('crm');
  return (
    <>
      <NoteText body={note.body} />
      {form !== null && <FormFacts form={form} />}
      <div className={styles.aside}>
        <bdi>{form === null ? note.by : t('formNote.author')}</bdi> · <InstantText at={note.at} /> ·{' '}
        {t('note.ofEnquiry', { no })}
      </div>
    </>
  );
}

function Entry({ clientId, note }: { clientId: string; note: ClientNote }) {
  const { t } = useTranslation('crm');
  const levels = useLevels();
  const { save: edit } = useSave(clientNotes.edit);
  const { save: takeBack } = useSave(clientNotes.takeBack);
  const { save: pin, isSaving } = useSave(clientNotes.pin);
  const at = { id: clientId, noteId: note.id };
  return (
    <NoteEntry
      note={note}
      level={note.level === 'everyone' ? null : t(`level.${note.level}`)}
      takeBack={() => takeBack(at, note.version)}
      actions={
        <>
          {note.isPinned && <StatusTag tone="info">{t('note.pinned')}</StatusTag>}
          <Button
            type="link"
            size="small"
            loading={isSaving}
            onClick={() =>
              void pin({ ...at, isPinned: !note.isPinned }, note.version).catch((error: unknown) =>
                notify.failure(refusalText(error)),
              )
            }
          >
            {t(note.isPinned ? 'note.unpin' : 'note.pin')}
          </Button>
        </>
      }
    >
      {(close) => (
        <NoteWriter
          note={note}
          levels={levels}
          verb={t('shared:form.save')}
          save={async ({ body, level }) => {
            await edit({ ...at, body, level: level ?? note.level }, note.version);
            close();
          }}
          onCancel={close}
        />
      )}
    </NoteEntry>
  );
}
