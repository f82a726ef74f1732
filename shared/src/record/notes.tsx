import Button from 'antd/es/button';
import Input from 'antd/es/input';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Note } from '@daybook/contracts/notes';
import { ErrorBox } from '../read/error-box.tsx';
import { InstantText } from './date-text.tsx';
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
        {add !== undefined && <NewNote add={add} />}
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

/** The text stays in the field until it is saved. */
function NewNote({ add }: { add: (body: string) => Promise<unknown> }) {
  const { t } = useTranslation('shared');
  const [body, setBody] = useState('');
  const [isSaving, setIsSaving] = useState(false);
  const [refusal, setRefusal] = useState<unknown>(null);
  const save = async () => {
    setRefusal(null);
    setIsSaving(true);
    try {
      await add(body);
      setBody('');
    } catch (error) {
      setRefusal(error);
    } finally {
      setIsSaving(false);
    }
  };
  return (
    <form
      className={styles.notes}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Input.TextArea
        aria-label={t('note.label')}
        placeholder={t('note.label')}
        autoSize={{ minRows: 2, maxRows: 8 }}
        maxLength={5000}
        value={body}
        data-unsaved={body.trim() !== ''}
        onChange={(event) => setBody(event.target.value)}
      />
      {refusal !== null && <ErrorBox error={refusal} />}
      <div className={styles.actions}>
        <Button htmlType="submit" loading={isSaving} disabled={body.trim() === ''}>
          {t('note.add')}
        </Button>
      </div>
    </form>
  );
}
