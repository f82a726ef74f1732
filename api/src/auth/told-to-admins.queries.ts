import type { Me } from '@daybook/contracts/auth/session';
import type { Db } from '../db/database.ts';
import { isAdmin } from './current-user.ts';
import type { CurrentUser } from './current-user.ts';

/**
 * What stands above every page of those who can do something about it: since when the installation is held
 * (docs/rules.md#held-installation), and how many findings the last ledger check had (docs/rules.md#the-books-are-checked).
 */
export async function toldToAdmins(
  db: Db,
  user: CurrentUser,
): Promise<Pick<Me, 'heldSince' | 'bookFindings'>> {
  if (!isAdmin(user)) return { heldSince: null };
  const [installation, check] = await Promise.all([
    db.selectFrom('installation').select('heldSince').executeTakeFirst(),
    db.selectFrom('bookCheck').select('found').orderBy('at', 'desc').limit(1).executeTakeFirst(),
  ]);
  return { heldSince: installation?.heldSince ?? null, bookFindings: check?.found ?? 0 };
}
