import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import type { TimeSpent } from '@daybook/contracts/tasks/time/time-spent';
import { Refusal } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import { requireClient } from '../../crm/clients/require-client.queries.ts';
import type { Db } from '../../db/database.ts';
import { inScope } from '../../scope.ts';

async function spentOn(db: Db, which: RawBuilder<SqlBool>): Promise<TimeSpent> {
  const { rows } = await sql<TimeSpent>`
    select coalesce(sum(estimate_min) filter (where is_estimated), 0)::int as estimate_min,
      coalesce(sum(minutes) filter (where is_estimated), 0)::int as spent_min,
      coalesce(sum(minutes) filter (where not is_estimated), 0)::int as other_min
    from (select task.estimate_min, coalesce(task.estimate_min > 0 and task.status <> 'cancelled', false) as is_estimated,
        (select sum(minutes) from time_entry where task_id = task.id and removed_at is null) as minutes
      from task where task.deleted_at is null and ${which}) as each_task`.execute(db);
  return rows[0] ?? { estimateMin: 0, spentMin: 0, otherMin: 0 };
}

/** Refuses NOT_FOUND, even for a series of a client outside the caller’s scope, whose tasks the caller sees all. */
export async function spentOnSeries(db: Db, user: CurrentUser, id: string): Promise<TimeSpent> {
  const series = await db
    .selectFrom('series')
    .select('id')
    .where('id', '=', id)
    .where('kind', '=', 'task')
    .where(inScope.client(user, sql.ref('series.clientId')))
    .executeTakeFirst();
  if (!series) throw new Refusal('NOT_FOUND');
  return spentOn(db, sql`task.series_id = ${id}`);
}

/** Refuses NOT_FOUND, even for a client outside the caller’s scope. */
export async function spentOnClient(db: Db, user: CurrentUser, id: string): Promise<TimeSpent> {
  await requireClient(db, user, id);
  return spentOn(db, sql`task.client_id = ${id}`);
}
