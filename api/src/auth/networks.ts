import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/** Whether the firm lets people work from this IP address (docs/rules.md#networks). */
export const isAllowedFrom = (address: string) => sql<boolean>`may_work_from(${address}::text)`;

export async function mayWorkFrom(db: Db, address: string): Promise<boolean> {
  const { isAllowed } = await db
    .selectNoFrom(isAllowedFrom(address).as('isAllowed'))
    .executeTakeFirstOrThrow();
  return isAllowed;
}
