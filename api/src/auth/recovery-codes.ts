import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { makeTypedCode, typedCodeHash } from './typed-code.ts';

const howMany = 10;

/** Replaces all codes by new ones and stores only their hashes. */
export async function replaceRecoveryCodes(db: Db, userId: string): Promise<string[]> {
  const codes = Array.from({ length: howMany }, makeTypedCode);
  await endRecoveryCodes(db, userId);
  await db
    .insertInto('recoveryCode')
    .values(codes.map((code) => ({ userId, codeHash: typedCodeHash(code) })))
    .execute();
  return codes;
}

export async function endRecoveryCodes(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('recoveryCode').where('userId', '=', userId).execute();
}

/** Uses up a code; false when it is unknown or already used. */
export async function useRecoveryCode(db: Db, userId: string, code: string): Promise<boolean> {
  const used = await db
    .updateTable('recoveryCode')
    .set({ usedAt: sql<string>`now()` })
    .where('userId', '=', userId)
    .where('codeHash', '=', typedCodeHash(code))
    .where('usedAt', 'is', null)
    .returning('userId')
    .executeTakeFirst();
  return used !== undefined;
}
