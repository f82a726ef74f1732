import { createHash, randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { session } from '@daybook/contracts/auth/session';
import { Refusal } from '@daybook/contracts/refusals';
import type { Db } from '../db/database.ts';
import { normalise } from '../db/search.ts';
import { hashPassword, refuseWeakPassword } from './passwords.ts';

// Without letters and figures that are mistaken for each other when read off a console.
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const codeHash = (code: string): Buffer =>
  createHash('sha256')
    .update(code.toUpperCase().replaceAll(/[^A-Z0-9]/g, ''))
    .digest();

export async function isSetUp(db: Db): Promise<boolean> {
  const row = await db.selectFrom('appUser').select('id').limit(1).executeTakeFirst();
  return row !== undefined;
}

/** A new one-time code for the first super admin, good for 30 minutes; null when there are users (assurance AUT-7). */
export async function makeSetupCode(db: Db): Promise<string | null> {
  if (await isSetUp(db)) return null;
  const code = Array.from({ length: 12 }, () => alphabet[randomInt(alphabet.length)]).join('');
  const row = { codeHash: codeHash(code), expiresAt: sql<string>`now() + interval '30 minutes'` };
  await db
    .insertInto('setupCode')
    .values(row)
    .onConflict((conflict) => conflict.column('single').doUpdateSet(row))
    .execute();
  return code.replaceAll(/(.{4})(?=.)/g, '$1-');
}

/** Makes the first super admin; the code's row is locked and removed, so two people with one code make one user. */
export async function createFirstUser(root: Db, input: ParsedInputOf<typeof session.setup>): Promise<string> {
  if (await isSetUp(root)) throw new Refusal('ALREADY_SET_UP');
  refuseWeakPassword('password', input.password, [input.name, ...input.email.split('@')]);
  const passwordHash = await hashPassword(input.password);
  return root.transaction().execute(async (db) => {
    const code = await db
      .deleteFrom('setupCode')
      .where('codeHash', '=', codeHash(input.code))
      .where('expiresAt', '>', sql<string>`now()`)
      .returning('single')
      .executeTakeFirst();
    if (!code) throw new Refusal('SETUP_TOKEN_INVALID', {}, { code: [{ code: 'SETUP_TOKEN_INVALID' }] });
    const id = uuidv7();
    const { name, email, locale } = input;
    await db
      .insertInto('appUser')
      .values({
        id,
        userType: 'super_admin',
        scope: 'all',
        name,
        email,
        locale,
        passwordHash,
        searchText: normalise(name, email),
      })
      .execute();
    return id;
  });
}
