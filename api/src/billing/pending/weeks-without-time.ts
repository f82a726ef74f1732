import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';

/** The assignees of a task who recorded no time at all, on whatever task, in a week of these days. */
export async function weeksWithoutTime(db: Db, taskId: string, days: readonly string[]) {
  const { rows } = await sql<{ id: string; name: string; weekOn: string }>`
    select person.id, person.name, week.on as "weekOn"
    from (select distinct day - extract(isodow from day)::int + 1 as on from unnest(${days}::date[]) day) week,
      task_assignee assigned join app_user person on person.id = assigned.user_id
    where assigned.task_id = ${taskId} and not exists (select from time_entry entry where entry.user_id = person.id
      and entry.removed_at is null and entry.worked_on between week.on and week.on + 6)
    order by week.on, person.name, person.id`.execute(db);
  return rows.map(({ id, name, weekOn }) => ({ person: { id, label: name }, weekOn }));
}
