import type { Db } from '../db/database.ts';
import { isAdmin } from './current-user.ts';
import type { CurrentUser } from './current-user.ts';

/** How many findings the last ledger check had, for those who can do something about them; 0 without a check. */
export async function bookFindingsFor(db: Db, user: CurrentUser): Promise<number | undefined> {
  if (!isAdmin(user)) return undefined;
  const row = await db
    .selectFrom('bookCheck')
    .select('found')
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.found ?? 0;
}
