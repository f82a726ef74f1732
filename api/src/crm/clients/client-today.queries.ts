import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';

/** Today’s date in the zone of each billing entity. */
export async function todayAtEach(db: Db): Promise<ReadonlyMap<string, string>> {
  const entities = await db
    .selectFrom('billingEntity')
    .select(['id', sql<string>`(now() at time zone timezone)::date`.as('today')])
    .execute();
  return new Map(entities.map(({ id, today }) => [id, today]));
}

/** Today’s date in the billing entity’s zone, wherever the server is. */
export async function todayAt(db: Db, entityId: string): Promise<string> {
  const { today } = await db
    .selectFrom('billingEntity')
    .select(sql<string>`(now() at time zone timezone)::date`.as('today'))
    .where('id', '=', entityId)
    .executeTakeFirstOrThrow();
  return today;
}
