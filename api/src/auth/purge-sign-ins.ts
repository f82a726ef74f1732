import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

const before = (interval: string) => sql<string>`now() - ${interval}::interval`;

/** Purges what sign-ins leave behind: delays that are over, sessions that ended, attempts and browsers of a year ago. */
export async function purgeSignIns(db: Db): Promise<void> {
  await db.deleteFrom('signInDelay').where('lastFailedAt', '<', before('1 day')).execute();
  await db.deleteFrom('session').where('createdAt', '<', before('30 days')).execute();
  await db.deleteFrom('signIn').where('at', '<', before('1 year')).execute();
  await db.deleteFrom('knownDevice').where('seenAt', '<', before('1 year')).execute();
}
