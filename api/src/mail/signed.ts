import { sql } from 'kysely';
import type { Language } from '@daybook/contracts/fields';
import type { Db } from '../db/database.ts';

/** The signature of the firm in this language; null if it has none. */
export async function signatureOf(db: Db, language: Language): Promise<string | null> {
  const { rows } = await sql<{ signature: string | null }>`
    select signatures ->> ${language}::text as signature from mail_setting`.execute(db);
  return rows[0]?.signature ?? null;
}

/** Ends a letter to a client with the signature of the firm, if it has one in this language. */
export async function signed<Letter extends { body: string }>(
  db: Db,
  language: Language,
  letter: Letter,
): Promise<Letter> {
  const signature = await signatureOf(db, language);
  return signature === null ? letter : { ...letter, body: `${letter.body}\n\n${signature}` };
}
