import { useTranslation } from 'react-i18next';
import type { Note } from '@daybook/contracts/notes';
import { InstantText } from './date-text.tsx';
import { NoteWriter } from './note-writer.tsx';
import { RecordSection } from './record-screen.tsx';
import styles from './notes.module.css';

interface NotesProps {
  /** Newest first. */
  notes: readonly Note[];
  /** Adds a note; undefined for people who may only read. */
  add?: ((body: string) => Promise<unknown>) | undefined;
}

export function Notes({ notes, add }: NotesProps) {
  const { t } = useTranslation('shared');
  return (
    <RecordSection title={t('note.title')}>
      <div className={styles.notes}>
        {add !== undefined && <NoteWriter save={({ body }) => add(body)} />}
        {notes.length === 0 && <span className={styles.aside}>{t('note.none')}</span>}
        <ul className={styles.list} aria-label={t('note.title')}>
          {notes.map(({ id, body, at, by }) => (
            <li key={id}>
              <p className={styles.written}>
                <bdi>{body}</bdi>
              </p>
              <div className={styles.aside}>
                <bdi>{by}</bdi> · <InstantText at={at} />
              </div>
            </li>
          ))}
        </ul>
      </div>
    </RecordSection>
  );
}
