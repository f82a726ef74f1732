import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/**
 * Whether the firm lets people work from this IP address (docs/rules.md#networks). Every request asks, and calling the function
 * costs a plan of its own, so a firm without a list of networks does not call it.
 */
export const isAllowedFrom = (address: string) =>
  sql<boolean>`(select allowed_networks = '{}' or may_work_from(${address}::text) from sign_in_policy)`;

export async function mayWorkFrom(db: Db, address: string): Promise<boolean> {
  const { isAllowed } = await db
    .selectNoFrom(isAllowedFrom(address).as('isAllowed'))
    .executeTakeFirstOrThrow();
  return isAllowed;
}
