import { sql } from 'kysely';
import { readsNote } from '@daybook/contracts/tasks/tasks/note-levels';
import type { NoteLevel } from '@daybook/contracts/tasks/tasks/note-levels';
import type { CurrentUser } from '../auth/current-user.ts';
import type { Db } from '../db/database.ts';

/** Notes of a task that the person cannot read: the history does not even show that they exist. */
export async function hiddenNotesIn(db: Db, user: CurrentUser, taskId: string): Promise<Set<string>> {
  const notes = await db
    .selectFrom('taskNote as note')
    .innerJoin('task', 'task.id', 'note.taskId')
    .where('note.taskId', '=', taskId)
    .select([
      'note.id',
      sql<NoteLevel>`note.level`.as('level'),
      'note.createdBy as authorId',
      'task.reviewerId',
      sql<string[]>`array(select user_id from task_assignee where task_assignee.task_id = task.id)`.as(
        'assigneeIds',
      ),
    ])
    .execute();
  return new Set(notes.filter((note) => !readsNote(note, user)).map(({ id }) => id));
}
