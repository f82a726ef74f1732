import { uuidv7 } from 'uuidv7';
import { presets } from '@daybook/contracts/permissions';
import type { Permission, Scope, UserType } from '@daybook/contracts/permissions';
import { openSession } from '../src/auth/sessions.ts';
import type { Db } from '../src/db/database.ts';
import { normalise } from '../src/db/search.ts';

/** An admin with an admin’s permissions, unless given otherwise. */
export interface Person {
  userType?: UserType;
  keys?: readonly Permission[];
  scope?: Scope;
  name?: string;
}

let people = 0;

/** Creates the person, signed in. */
export async function signIn(
  db: Db,
  { userType = 'admin', keys = presets[userType].keys, scope = presets[userType].scope, name }: Person,
): Promise<{ id: string; token: string }> {
  people += 1;
  const id = uuidv7();
  const person = { name: name ?? `${userType} ${people}`, email: `${userType}.${people}@daybook.test` };
  await db
    .insertInto('appUser')
    .values({ id, userType, scope, ...person, searchText: normalise(person.name, person.email) })
    .execute();
  const grants = userType === 'super_admin' ? [] : keys;
  if (grants.length > 0) {
    await db
      .insertInto('userGrant')
      .values(grants.map((key) => ({ userId: id, key })))
      .execute();
  }
  return { id, token: await openSession(db, id, 'test') };
}
