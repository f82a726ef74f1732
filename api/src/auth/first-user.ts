import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { session } from '@daybook/contracts/auth/session';
import { Refusal } from '@daybook/contracts/refusals';
import type { Db } from '../db/database.ts';
import { normalise } from '../db/search.ts';
import { hashPassword, refuseWeakPassword } from './passwords.ts';
import { makeTypedCode, typedCodeHash } from './typed-code.ts';

export async function isSetUp(db: Db): Promise<boolean> {
  const row = await db.selectFrom('appUser').select('id').limit(1).executeTakeFirst();
  return row !== undefined;
}

/** A new one-time code for the first super admin, valid for 30 minutes; null when there are users (docs/rules.md#the-first-person). */
export async function makeSetupCode(db: Db): Promise<string | null> {
  if (await isSetUp(db)) return null;
  const code = makeTypedCode();
  const row = { codeHash: typedCodeHash(code), expiresAt: sql<string>`now() + interval '30 minutes'` };
  await db
    .insertInto('setupCode')
    .values(row)
    .onConflict((conflict) => conflict.column('single').doUpdateSet(row))
    .execute();
  return code;
}

/** Creates the first super admin. The row of the code is locked and deleted, so two people with one code create one user. */
export async function createFirstUser(
  root: Db,
  input: ParsedInputOf<typeof session.setup>,
): Promise<{ id: string; passwordHash: string }> {
  if (await isSetUp(root)) throw new Refusal('ALREADY_SET_UP');
  await refuseWeakPassword('password', input.password, [input.name, input.email, ...input.email.split('@')]);
  const passwordHash = await hashPassword(input.password);
  return root.transaction().execute(async (db) => {
    const code = await db
      .deleteFrom('setupCode')
      .where('codeHash', '=', typedCodeHash(input.code))
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
    return { id, passwordHash };
  });
}
