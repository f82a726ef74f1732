import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import Mentions from 'antd/es/mentions';
import Select from 'antd/es/select';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Reference } from '@daybook/contracts/fields';
import { noteLevels, type NoteLevel, type TaskNote } from '@daybook/contracts/tasks/tasks/note-levels';
import { taskTalk } from '@daybook/contracts/tasks/tasks/task-talk';
import { isRefusal } from '@daybook/shared/call';
import { fieldText, refusalText } from '@daybook/shared/read/refusal-text';
import { usePause } from '@daybook/shared/inputs/use-pause';
import { useRead } from '@daybook/shared/read/use-read';
import { bodyOf, namedIn, nameFor, typedOf, type Named } from './mentions.ts';
import styles from './tasks.module.css';

/** The people whom a note of this level may mention, once somebody types `@`. */
function useMentionable(taskId: string, level: NoteLevel, search: string | null) {
  const q = usePause(search);
  const { data, error } = useRead(
    taskTalk.mentionable,
    q === null ? null : { id: taskId, level, ...(q !== '' && { q }) },
  );
  const isLooking = q !== search || (q !== null && data === undefined && error === null);
  return { people: isLooking ? [] : (data ?? []), isLooking };
}

const textOf = (error: unknown): string => {
  const refused = isRefusal(error) ? error.fields['body']?.[0] : undefined;
  return refused === undefined ? refusalText(error) : fieldText(refused);
};

interface WriterProps {
  taskId: string;
  /** The note to edit. */
  note?: TaskNote | undefined;
  verb: string;
  save: (written: { body: string; level: NoteLevel }) => Promise<unknown>;
  onCancel?: () => void;
}

/** The text being written. It stays until it is saved. */
function useWriting({ note, save }: Pick<WriterProps, 'note' | 'save'>) {
  const begun = note === undefined ? '' : typedOf(note.body, note.mentions);
  const [text, setText] = useState(begun);
  const [level, setLevel] = useState<NoteLevel>(note?.level ?? 'everyone');
  const [named, setNamed] = useState<Named>(() => namedIn(note?.mentions ?? []));
  const [isSaving, setSaving] = useState(false);
  const [refusal, setRefusal] = useState<unknown>(null);
  const isEmpty = text.trim() === '';
  const send = async () => {
    if (isEmpty || isSaving) return;
    setRefusal(null);
    setSaving(true);
    try {
      await save({ body: bodyOf(text, named), level });
      setText('');
      setNamed(new Map());
    } catch (error) {
      setRefusal(error);
    } finally {
      setSaving(false);
    }
  };
  const isUnsaved = text.trim() !== begun.trim();
  return { text, setText, level, setLevel, named, setNamed, isSaving, refusal, isEmpty, isUnsaved, send };
}

/** Typing `@` offers the people whom the note may mention. The list works by keyboard. */
export function NoteWriter({ taskId, note, verb, save, onCancel }: WriterProps) {
  const { t } = useTranslation('tasks');
  const writing = useWriting({ note, save });
  const { text, level, named, refusal, send } = writing;
  const [search, setSearch] = useState<string | null>(null);
  const errorId = useId();
  const { people, isLooking } = useMentionable(taskId, level, search);
  return (
    <form
      className={styles.stack}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Mentions
        aria-label={t('shared:note.label')}
        aria-describedby={errorId}
        placeholder={t('note.placeholder')}
        autoSize={{ minRows: 2, maxRows: 8 }}
        maxLength={5000}
        value={text}
        autoFocus={note !== undefined}
        data-unsaved={writing.isUnsaved}
        {...(refusal !== null && { status: 'error' as const })}
        loading={isLooking}
        filterOption={false}
        notFoundContent={isLooking ? null : t('shared:lookup.none')}
        options={people.map((person: Reference) => ({
          key: person.id,
          value: nameFor(person, named),
          label: person.label,
        }))}
        onSearch={(typed) => setSearch(typed)}
        onSelect={({ value: picked = '' }) => {
          const person = people.find((one) => nameFor(one, named) === picked);
          if (person !== undefined) writing.setNamed(new Map(named).set(picked, person.id));
        }}
        onChange={writing.setText}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          void send();
        }}
      />
      <div id={errorId}>
        {refusal !== null && <Alert type="error" showIcon role="alert" title={textOf(refusal)} />}
      </div>
      <div className={styles.actions}>
        <Select<NoteLevel>
          aria-label={t('shared:note.level')}
          value={level}
          onChange={writing.setLevel}
          popupMatchSelectWidth={false}
          options={noteLevels.map((value) => ({ value, label: t(`noteLevel.${value}`) }))}
        />
        {onCancel !== undefined && <Button onClick={onCancel}>{t('shared:form.cancel')}</Button>}
        <Button htmlType="submit" loading={writing.isSaving} disabled={writing.isEmpty}>
          {verb}
        </Button>
      </div>
    </form>
  );
}
