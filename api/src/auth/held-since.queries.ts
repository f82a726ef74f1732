import type { Db } from '../db/database.ts';
import type { CurrentUser } from './current-user.ts';

/** Since when the installation is held, for those who can do something about it (docs/rules.md#held-installation). */
export async function heldSinceFor(
  db: Db,
  { userType }: Pick<CurrentUser, 'userType'>,
): Promise<string | null> {
  if (userType !== 'super_admin' && userType !== 'admin') return null;
  const row = await db.selectFrom('installation').select('heldSince').executeTakeFirst();
  return row?.heldSince ?? null;
}
