import Button from 'antd/es/button';
import Select from 'antd/es/select';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorBox } from '../read/error-box.tsx';
import styles from './notes.module.css';
import { LongText } from '../inputs/long-text.tsx';

interface NoteWriterProps<Level extends string> {
  /** The text and level of the note to edit. */
  note?: { body: string; level?: Level };
  /** Who may read it; the first is the default. */
  levels?: readonly { value: Level; label: string }[];
  /** The button; “Add note” by default. */
  verb?: string;
  save: (written: { body: string; level: Level | undefined }) => Promise<unknown>;
  onCancel?: () => void;
}

/** Where a note is written. The text stays in the field until it is saved. */
export function NoteWriter<Level extends string = never>(props: NoteWriterProps<Level>) {
  const { note, levels, verb, save, onCancel } = props;
  const { t } = useTranslation('shared');
  const begun = note?.body ?? '';
  const [body, setBody] = useState(begun);
  const [level, setLevel] = useState<Level | undefined>(note?.level ?? levels?.[0]?.value);
  const [isSaving, setIsSaving] = useState(false);
  const [refusal, setRefusal] = useState<unknown>(null);
  const run = async () => {
    setRefusal(null);
    setIsSaving(true);
    try {
      await save({ body, level });
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
        void run();
      }}
    >
      <LongText
        aria-label={t('note.label')}
        placeholder={t('note.label')}
        rows={[2, 8]}
        maxLength={5000}
        value={body}
        autoFocus={note !== undefined}
        data-unsaved={body.trim() !== begun.trim()}
        onChange={(event) => setBody(event.target.value)}
      />
      {refusal !== null && <ErrorBox error={refusal} />}
      <div className={styles.actions}>
        {levels !== undefined && (
          <Select<Level>
            aria-label={t('note.level')}
            value={level ?? null}
            onChange={setLevel}
            popupMatchSelectWidth={false}
            options={[...levels]}
          />
        )}
        {onCancel !== undefined && <Button onClick={onCancel}>{t('form.cancel')}</Button>}
        <Button htmlType="submit" loading={isSaving} disabled={body.trim() === ''}>
          {verb ?? t('note.add')}
        </Button>
      </div>
    </form>
  );
}
