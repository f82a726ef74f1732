import { sql } from 'kysely';
import type { Subscription } from '@daybook/contracts/crm/subscriptions/subscriptions';
import { Refusal, refuseField } from '@daybook/contracts/refusals';
import { at } from '../../db/clock.ts';
import type { Clock } from '../../db/clock.ts';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { lockAtVersion, nextVersion } from '../../db/versions.ts';
import { getSubscription } from './subscriptions.queries.ts';

export interface SeriesOfSubscription {
  id: string;
  kind: 'task' | 'invoice';
  status: 'active' | 'paused';
}

export const invoicesOf = (series: readonly SeriesOfSubscription[]): string[] =>
  series.filter(({ kind }) => kind === 'invoice').map(({ id }) => id);

export interface Locked {
  subscription: Subscription;
  /** Its series that have not ended. */
  series: SeriesOfSubscription[];
  /** The last day of the periods that have an invoice. */
  billedThrough: string | null;
}

/**
 * Locks a subscription and its series against runs, in the order of a run: the progress first, then the series. Refuses NOT_FOUND,
 * and VERSION_CONFLICT with the present record.
 */
export async function lockSubscription(
  db: Db,
  user: CurrentUser,
  id: string,
  version: number,
): Promise<Locked> {
  const subscription = await lockAtVersion(db, 'subscription', id, version, () =>
    getSubscription(db, user, id),
  );
  await sql`select from series_progress where series_id in (select id from series where subscription_id = ${id})
    order by series_id for update`.execute(db);
  const { rows: series } = await sql<SeriesOfSubscription>`select id, kind, status from series
    where subscription_id = ${id} and status in ('active', 'paused') order by kind, id for update`.execute(
    db,
  );
  const { rows } = await sql<{
    billedThrough: string | null;
  }>`select subscription_billed_through(${id}) as billed_through`.execute(db);
  return { subscription, series, billedThrough: rows[0]?.billedThrough ?? null };
}

/** Raises the version. The database lets the parts of a subscription change only in a transaction that does this. */
export const touchSubscription = (db: Db, id: string, change: { endedOn?: string | null } = {}) =>
  db
    .updateTable('subscription')
    .set({ ...change, ...nextVersion })
    .where('id', '=', id)
    .execute();

/** Refuses STATE_NOT_ALLOWED. */
export function refuseUnless(is: boolean, { status }: Subscription, to: string): void {
  if (!is) throw new Refusal('STATE_NOT_ALLOWED', { from: status, to });
}

/** Refuses PERIOD_BILLED on the field: the day is in a period that has an invoice. `first` is the first day that would do. */
export const refuseBilled = (field: string, first: string) =>
  refuseField('INPUT_INVALID', field, { first }, 'PERIOD_BILLED');

/** Today's date where the package is billed. */
export async function todayOf(db: Db, { entity }: Subscription, clock: Clock): Promise<string> {
  const { today } = await db
    .selectFrom('billingEntity')
    .select(sql<string>`(${at(clock)} at time zone timezone)::date`.as('today'))
    .where('id', '=', entity.id)
    .executeTakeFirstOrThrow();
  return today;
}
