import { sql } from 'kysely';
import { json } from '../db/database.ts';
import type { Db } from '../db/database.ts';

/** Moves the due dates of tasks by a rule. Their target dates and the days of their open steps move by as much. */
export async function moveDue(db: Db, moves: readonly { id: string; due: string }[]): Promise<void> {
  await sql`
    with moved as materialized (select task.id, fresh.due, fresh.due - task.due_on as by
        from task join jsonb_to_recordset(${json(moves)}) as fresh (id uuid, due date) on fresh.id = task.id
        where fresh.due <> task.due_on),
      steps as (update task_checklist_item step set due_on = step.due_on + moved.by from moved
        where step.task_id = moved.id and step.done_at is null)
    update task set due_on = moved.due, target_on = task.target_on + moved.by, start_on = least(task.start_on, moved.due),
      version = version + 1
    from moved where task.id = moved.id`.execute(db);
}
