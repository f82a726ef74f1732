import { uuidv7 } from 'uuidv7';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { Language } from '@daybook/contracts/fields';
import type { Account, ledgerAccounts } from '@daybook/contracts/settings/accounts/accounts';
import type { Db } from '../../db/database.ts';
import { lockAtVersion, nextVersion } from '../../db/versions.ts';
import { getAccount } from './accounts.queries.ts';

/** Refuses ALREADY_EXISTS on `code`. */
export async function createAccount(
  db: Db,
  { id = uuidv7(), ...fields }: ParsedInputOf<typeof ledgerAccounts.create>,
  language: Language,
): Promise<Account> {
  await db
    .insertInto('ledgerAccount')
    .values({ id, ...fields })
    .execute();
  return getAccount(db, id, language);
}

/**
 * Refuses NOT_FOUND, VERSION_CONFLICT, ALREADY_EXISTS on `code`, STATE_NOT_ALLOWED for an account to which documents post by
 * themselves, ACCOUNT_POSTED on `type` once something is posted to the account, and ACCOUNT_IN_USE on `type` or `active` while a service
 * or an expense category posts to it.
 */
export async function editAccount(
  db: Db,
  { id, name, ...fields }: ParsedInputOf<typeof ledgerAccounts.edit>,
  version: number,
  language: Language,
): Promise<Account> {
  const before = await lockAtVersion(db, 'ledgerAccount', id, version, () => getAccount(db, id, language));
  await db
    .updateTable('ledgerAccount')
    // An account that keeps the name it came with stays translated.
    .set({ ...fields, ...(name !== before.name && { name }), ...nextVersion })
    .where('id', '=', id)
    .execute();
  return getAccount(db, id, language);
}
