import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { readsNote } from '@daybook/contracts/tasks/tasks/note-levels';
import type { NoteLevel, TaskNote } from '@daybook/contracts/tasks/tasks/note-levels';
import { mayTickStep } from '@daybook/contracts/tasks/tasks/task-checklist';
import type { ChecklistItem, StepRole } from '@daybook/contracts/tasks/tasks/task-checklist';
import type { MovableTask } from '@daybook/contracts/tasks/tasks/task-machine';
import { holds, isAdmin } from '../../auth/current-user.ts';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';

export async function checklistOf(
  db: Db,
  user: CurrentUser,
  taskId: string,
  people: MovableTask,
): Promise<ChecklistItem[]> {
  const rows = await db
    .selectFrom('taskChecklistItem as item')
    .leftJoin('appUser', 'appUser.id', 'item.doneBy')
    .where('item.taskId', '=', taskId)
    .select([
      'item.id',
      'item.title',
      'item.mandatory',
      sql<StepRole | null>`item.role`.as('role'),
      'item.dueOn',
      'item.doneAt',
      'appUser.name as doneBy',
    ])
    .orderBy('item.no')
    .execute();
  const ticker = { id: user.id, mayEdit: holds(user, 'tasks.edit'), isAdmin: isAdmin(user) };
  return rows.map((item) => ({ ...item, mayTick: mayTickStep(item.role, people, ticker) }));
}

/** The notes of a task that the person can read, newest first; a note that was taken back has no text. */
export async function notesOf(
  db: Db,
  user: CurrentUser,
  task: { id: string; reviewerId: string | null; assigneeIds: readonly string[] },
): Promise<TaskNote[]> {
  const { reviewerId, assigneeIds } = task;
  const rows = await db
    .selectFrom('taskNote as note')
    .leftJoin('appUser', 'appUser.id', 'note.createdBy')
    .where('note.taskId', '=', task.id)
    .select((eb) => [
      'note.id',
      'note.body',
      'note.createdAt as at',
      'appUser.name as by',
      'note.createdBy as authorId',
      'note.version',
      sql<NoteLevel>`note.level`.as('level'),
      'note.editedAt',
      'note.withdrawnAt',
      jsonArrayFrom(
        eb
          .selectFrom('taskMention')
          .innerJoin('appUser as named', 'named.id', 'taskMention.userId')
          .whereRef('taskMention.noteId', '=', 'note.id')
          .select([sql<string>`named.id`.as('id'), sql<string>`named.name`.as('label')])
          .orderBy('named.name'),
      ).as('mentions'),
    ])
    .orderBy('note.createdAt', 'desc')
    .orderBy('note.id', 'desc')
    .execute();
  return rows
    .filter((note) => readsNote({ ...note, reviewerId, assigneeIds }, user))
    .map(({ authorId, ...note }) => ({
      ...note,
      ...(note.withdrawnAt !== null && { body: '', mentions: [] }),
      isOwn: authorId === user.id,
    }));
}
