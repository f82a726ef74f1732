import { sql } from 'kysely';
import type { NotificationKind } from '@daybook/contracts/notifications';
import type { Scope } from '@daybook/contracts/permissions';
import type { Timesheet } from '@daybook/contracts/tasks/time/timesheets';
import type { Db } from '../../db/database.ts';
import { whoSees } from '../../people/who-sees.queries.ts';

interface Holder {
  id: string;
  edits: boolean;
  scope: Scope;
  /** How far above the person in the line of managers; null if not above. */
  height: number | null;
}

/** Everybody else who can sign in and open timesheets. */
async function holders(db: Db, personId: string): Promise<Holder[]> {
  const { rows } = await sql<Holder>`
    with recursive above (id, height) as (
      select manager_id, 1 from app_user where id = ${personId}
      union all select app_user.manager_id, height + 1 from app_user join above on app_user.id = above.id
    )
    select person.id, person.scope, above.height, person.user_type = 'super_admin'
        or exists (select from user_grant where user_id = person.id and key = 'tasks.edit') as edits
    from app_user person left join above on above.id = person.id
    where person.status = 'active' and person.id <> ${personId} and person.user_type <> 'client'
      and (person.user_type = 'super_admin'
        or exists (select from user_grant where user_id = person.id and key = 'tasks.view'))
    order by height nulls last, person.id`.execute(db);
  return rows;
}

/** The nearest manager above who can approve; without one, everybody who may approve by tasks.edit. */
async function approversOf(db: Db, personId: string): Promise<string[]> {
  const able = await holders(db, personId);
  const nearest = able[0];
  if (nearest && nearest.height !== null) return [nearest.id];
  const editors = able.filter(({ edits }) => edits);
  return (await whoSees(db, editors, 'timesheet', personId)).map(({ id }) => id);
}

async function tell(
  db: Db,
  people: readonly string[],
  kind: NotificationKind,
  { id, weekOn, person, decidedBy, reason }: Timesheet,
): Promise<void> {
  const params = JSON.stringify({
    name: person.label,
    date: weekOn,
    by: decidedBy?.label ?? '',
    reason: reason ?? '',
  });
  for (const one of people)
    await sql`select tell(${one}, ${kind}, ${params}::jsonb, 'timesheet', ${id})`.execute(db);
}

export const tellApprovers = async (db: Db, sheet: Timesheet): Promise<void> =>
  tell(db, await approversOf(db, sheet.person.id), 'week_to_approve', sheet);

export const tellPerson = (db: Db, sheet: Timesheet, to: 'approved' | 'open'): Promise<void> =>
  tell(db, [sheet.person.id], to === 'approved' ? 'week_approved' : 'week_returned', sheet);
