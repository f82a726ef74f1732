import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';

/**
 * Today’s date for enquiries, which belong to no billing entity: in the zone of the one whose fiscal year numbers them, or in UTC
 * without one.
 */
export const firmsToday = sql<string>`coalesce((select (now() at time zone timezone)::date from billing_entity
  order by active desc, id limit 1), current_date)`;

export async function readFirmsToday(db: Db): Promise<string> {
  const { today } = await db.selectNoFrom(firmsToday.as('today')).executeTakeFirstOrThrow();
  return today;
}
