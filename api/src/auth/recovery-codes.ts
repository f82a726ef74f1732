import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { makeTypedCode, typedCodeHash } from './typed-code.ts';

const howMany = 10;

/** New codes in place of all before; only their hashes are kept. */
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

/** Uses a code up; false when it is none, or was used. */
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
