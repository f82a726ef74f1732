import { useTranslation } from 'react-i18next';
import { partsOfBody, type TaskNote } from '@daybook/contracts/tasks/tasks/note-levels';
import { taskTalk } from '@daybook/contracts/tasks/tasks/task-talk';
import type { Task } from '@daybook/contracts/tasks/tasks/tasks';
import { NoteEntry } from '@daybook/shared/record/note-entry';
import { RecordSection } from '@daybook/shared/record/record-screen';
import { useSave } from '@daybook/shared/form/use-save';
import { NoteWriter } from './note-writer.tsx';
import styles from './tasks.module.css';

/** The notes on the task that the reader may see. */
export function TaskNotes({ task: { id, notes, mayTalk, clientErased } }: { task: Task }) {
  const { t } = useTranslation('tasks');
  const { save } = useSave(taskTalk.addNote);
  return (
    <RecordSection title={t('shared:note.title')}>
      <div className={styles.stack}>
        {mayTalk && !clientErased && (
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
  const { save: edit } = useSave(taskTalk.editNote);
  const { save: takeBack } = useSave(taskTalk.takeBackNote);
  const at = { id: taskId, noteId: note.id };
  return (
    <NoteEntry
      note={note}
      body={<Body note={note} />}
      level={note.level === 'everyone' ? null : t(`noteLevel.${note.level}`)}
      takeBack={() => takeBack(at, note.version)}
    >
      {(close) => (
        <NoteWriter
          taskId={taskId}
          note={note}
          verb={t('shared:form.save')}
          save={async (written) => {
            await edit({ ...at, ...written }, note.version);
            close();
          }}
          onCancel={close}
        />
      )}
    </NoteEntry>
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
