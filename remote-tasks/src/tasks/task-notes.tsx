import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { partsOfBody, type TaskNote } from '@daybook/contracts/tasks/tasks/note-levels';
import { taskTalk } from '@daybook/contracts/tasks/tasks/task-talk';
import type { Task } from '@daybook/contracts/tasks/tasks/tasks';
import { notify } from '@daybook/shared/notify';
import { ConfirmButton } from '@daybook/shared/form/confirm';
import { InstantText } from '@daybook/shared/record/date-text';
import { RecordSection } from '@daybook/shared/record/record-screen';
import { StatusTag } from '@daybook/shared/record/status-tag';
import { useSave } from '@daybook/shared/form/use-save';
import { NoteWriter } from './note-writer.tsx';
import styles from './tasks.module.css';

/** The notes on the task that the reader may see. */
export function TaskNotes({ task: { id, notes, mayTalk } }: { task: Task }) {
  const { t } = useTranslation('tasks');
  const { save } = useSave(taskTalk.addNote);
  return (
    <RecordSection title={t('shared:note.title')}>
      <div className={styles.stack}>
        {mayTalk && (
          <NoteWriter taskId={id} verb={t('shared:note.add')} save={(written) => save({ id, ...written })} />
        )}
        {notes.length === 0 && <span className={styles.aside}>{t('shared:note.none')}</span>}
        <ul className={styles.list} aria-label={t('shared:note.title')}>
          {notes.map((note) => (
            <li key={note.id}>
              <Said taskId={id} note={note} />
            </li>
          ))}
        </ul>
      </div>
    </RecordSection>
  );
}

function Said({ taskId, note }: { taskId: string; note: TaskNote }) {
  const { t } = useTranslation('tasks');
  const [isEditing, setEditing] = useState(false);
  const { save } = useSave(taskTalk.editNote);
  const at = { id: taskId, noteId: note.id };
  if (isEditing)
    return (
      <NoteWriter
        taskId={taskId}
        note={note}
        verb={t('shared:form.save')}
        save={async (written) => {
          await save({ ...at, ...written }, note.version);
          setEditing(false);
        }}
        onCancel={() => setEditing(false)}
      />
    );
  const isGone = note.withdrawnAt !== null;
  return (
    <>
      {isGone ? <em className={styles.aside}>{t('note.takenBack')}</em> : <Body note={note} />}
      <div className={styles.said}>
        <span className={styles.aside}>
          <bdi>{note.by}</bdi> · <InstantText at={note.at} />
          {note.editedAt !== null && !isGone && <> · {t('note.edited')}</>}
        </span>
        {note.level !== 'everyone' && <StatusTag tone="waiting">{t(`noteLevel.${note.level}`)}</StatusTag>}
        {note.isOwn && !isGone && <Own note={note} at={at} edit={() => setEditing(true)} />}
      </div>
    </>
  );
}

function Own({ note, at, edit }: { note: TaskNote; at: { id: string; noteId: string }; edit: () => void }) {
  const { t } = useTranslation('tasks');
  const { save } = useSave(taskTalk.takeBackNote);
  const takeBack = async () => {
    await save(at, note.version);
    notify.success(t('note.takenBack'));
  };
  return (
    <span>
      <Button type="link" size="small" onClick={edit}>
        {t('edit')}
      </Button>
      <ConfirmButton
        type="link"
        size="small"
        question={t('note.takeBackQuestion')}
        consequence={t('note.takeBackMeans')}
        verb={t('note.takeBack')}
        run={takeBack}
      >
        {t('note.takeBack')}
      </ConfirmButton>
    </span>
  );
}

/** Mentions are highlighted, and show people's current names. */
function Body({ note: { body, mentions } }: { note: TaskNote }) {
  const labelOf = (id: string) => mentions.find((person) => person.id === id)?.label ?? '';
  const parts = partsOfBody(body).map((part, at) => ({ ...part, at }));
  return (
    <p className={styles.written}>
      <bdi>
        {parts.map((part) =>
          'text' in part ? (
            part.text
          ) : (
            <bdi key={part.at} className={styles.named}>
              @{labelOf(part.mentioned)}
            </bdi>
          ),
        )}
      </bdi>
    </p>
  );
}
