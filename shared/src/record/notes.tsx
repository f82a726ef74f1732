import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Note } from '@daybook/contracts/notes';
import { InstantText } from './date-text.tsx';
import { NoteText } from './note-entry.tsx';
import { NoteWriter } from './note-writer.tsx';
import { RecordSection } from './record-screen.tsx';
import styles from './notes.module.css';

interface NotesProps {
  /** Newest first. `beside` is what came with the text. */
  notes: readonly (Note & { beside?: ReactNode })[];
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
          {notes.map(({ id, body, at, by, beside }) => (
            <li key={id}>
              <NoteText body={body} />
              {beside}
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
