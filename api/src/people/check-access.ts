import { Refusal } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../auth/current-user.ts';
import type { Db } from '../db/database.ts';
import { type Account, isWithin } from './access.queries.ts';

/** Refuses PERM_DENIED when the account shows or allows more than the actor's own. */
export async function refuseAccess(db: Db, actor: CurrentUser, account: Account): Promise<void> {
  if (!(await isWithin(db, actor, account))) throw new Refusal('PERM_DENIED');
}
