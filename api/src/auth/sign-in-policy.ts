import type { UserType } from '@daybook/contracts/permissions';
import type { Db } from '../db/database.ts';
import { nextVersion } from '../db/versions.ts';

/** The types of user who must sign in with two factors. */
export async function totpRequired(db: Db): Promise<UserType[]> {
  const row = await db.selectFrom('signInPolicy').select('totpRequired').executeTakeFirstOrThrow();
  return row.totpRequired as UserType[];
}

/** Takes effect with the next request of the people concerned. */
export async function requireTotp(db: Db, types: readonly UserType[]): Promise<UserType[]> {
  const totpRequiredOf = [...new Set(types)].toSorted();
  await db
    .updateTable('signInPolicy')
    .set({ totpRequired: totpRequiredOf, ...nextVersion })
    .execute();
  return totpRequiredOf;
}
