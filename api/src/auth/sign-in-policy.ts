import type { UserType } from '@daybook/contracts/permissions';
import type { Db } from '../db/database.ts';

/** The types of user who must sign in with two factors. */
export async function totpRequired(db: Db): Promise<UserType[]> {
  const row = await db.selectFrom('signInPolicy').select('totpRequired').executeTakeFirstOrThrow();
  return row.totpRequired as UserType[];
}
