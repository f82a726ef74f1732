import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { Refusal, refuseField } from '@daybook/contracts/refusals';
import { mentionedIn } from '@daybook/contracts/tasks/tasks/note-levels';
import type { NoteLevel, TaskNote } from '@daybook/contracts/tasks/tasks/note-levels';
import type { taskTalk } from '@daybook/contracts/tasks/tasks/task-talk';
import type { Task } from '@daybook/contracts/tasks/tasks/tasks';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { lockAtVersion, nextVersion } from '../../db/versions.ts';
import { readersAmong } from './note-readers.queries.ts';
import { getTask } from './tasks.queries.ts';
import { type Talker, taskToTalkOf } from './task-notes.queries.ts';

/** Stores who is mentioned in the text. Refuses on `body` if a person is unknown or could not read the note. */
async function mention(
  db: Db,
  user: CurrentUser,
  task: Task,
  note: { id: string; body: string; level: NoteLevel; hasNewReaders: boolean },
): Promise<void> {
  const ids = mentionedIn(note.body);
  const present = await db.selectFrom('taskMention').where('noteId', '=', note.id).select('userId').execute();
  const known = new Set(present.map(({ userId }) => userId));
  const added = ids.filter((id) => !known.has(id));
  // People mentioned before stay mentioned, though they have left or no longer see the task.
  const asked = note.hasNewReaders ? ids : added;
  const { people, readers } = await readersAmong(db, user, task, note.level, asked);
  for (const id of asked) {
    const person = people.find((one) => one.id === id);
    if (person === undefined) throw refuseField('INPUT_INVALID', 'body', {}, 'REFERENCE_UNKNOWN');
    if (!readers.has(id))
      throw refuseField('INPUT_INVALID', 'body', { name: person.label }, 'MENTION_UNSEEN');
  }
  await db
    .deleteFrom('taskMention')
    .where('noteId', '=', note.id)
    .$if(ids.length > 0, (query) => query.where('userId', 'not in', ids))
    .execute();
  if (added.length > 0)
    await db
      .insertInto('taskMention')
      .values(added.map((userId) => ({ noteId: note.id, userId })))
      .execute();
}

/** Refuses as `mention`. */
export async function addNote(
  db: Db,
  talker: Talker,
  { id, body, level }: ParsedInputOf<typeof taskTalk.addNote>,
): Promise<Task> {
  const task = await taskToTalkOf(db, talker, id);
  const noteId = uuidv7();
  await db.insertInto('taskNote').values({ id: noteId, taskId: id, body, level }).execute();
  await mention(db, talker.user, task, { id: noteId, body, level, hasNewReaders: false });
  return getTask(db, talker.user, id);
}

/** The author’s own note. Refuses NOT_FOUND (even if the caller cannot read it), PERM_DENIED, STATE_NOT_ALLOWED, VERSION_CONFLICT. */
async function ownNote(
  db: Db,
  user: CurrentUser,
  { id, noteId }: { id: string; noteId: string },
  version: number,
): Promise<{ task: Task; note: TaskNote }> {
  const noteIn = ({ notes }: Task): TaskNote => {
    const note = notes.find((one) => one.id === noteId);
    if (note === undefined) throw new Refusal('NOT_FOUND');
    return note;
  };
  const task = await getTask(db, user, id);
  if (!noteIn(task).isOwn) throw new Refusal('PERM_DENIED');
  const note = await lockAtVersion(db, 'taskNote', noteId, version, async () =>
    noteIn(await getTask(db, user, id)),
  );
  if (note.withdrawnAt !== null) throw new Refusal('STATE_NOT_ALLOWED');
  return { task, note };
}

/** Refuses as `ownNote` and `mention`. */
export async function editNote(
  db: Db,
  user: CurrentUser,
  { id, noteId, body, level }: ParsedInputOf<typeof taskTalk.editNote>,
  version: number,
): Promise<Task> {
  const { task, note } = await ownNote(db, user, { id, noteId }, version);
  await db
    .updateTable('taskNote')
    .set({ body, level, editedAt: sql<string>`now()`, ...nextVersion })
    .where('id', '=', noteId)
    .execute();
  await mention(db, user, task, { id: noteId, body, level, hasNewReaders: level !== note.level });
  return getTask(db, user, id);
}

/** Refuses as `ownNote`. */
export async function takeBackNote(
  db: Db,
  user: CurrentUser,
  at: ParsedInputOf<typeof taskTalk.takeBackNote>,
  version: number,
): Promise<Task> {
  await ownNote(db, user, at, version);
  await db
    .updateTable('taskNote')
    .set({ withdrawnAt: sql<string>`now()`, ...nextVersion })
    .where('id', '=', at.noteId)
    .execute();
  return getTask(db, user, at.id);
}
