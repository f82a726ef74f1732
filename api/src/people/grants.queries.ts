import { sql } from 'kysely';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { Grants, grants } from '@daybook/contracts/people/grants';
import { isPermission } from '@daybook/contracts/permissions';
import type { Scope, UserType } from '@daybook/contracts/permissions';
import { Refusal } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../auth/current-user.ts';
import type { Db } from '../db/database.ts';
import { changeOf, checkTarget, grantableBy } from './grants.rules.ts';

/** Refuses NOT_FOUND, and PERM_DENIED when the actor may not see the person's permissions. */
export async function getGrants(db: Db, actor: CurrentUser, id: string): Promise<Grants> {
  const person = await db
    .selectFrom('appUser')
    .select((eb) => [
      'id',
      'permVersion as version',
      'name',
      'userType',
      'scope',
      eb
        .selectFrom('userGrant')
        .whereRef('userGrant.userId', '=', 'appUser.id')
        .select(sql<string[]>`coalesce(array_agg(key order by key), '{}')`.as('keys'))
        .as('keys'),
    ])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!person) throw new Refusal('NOT_FOUND');
  const userType = person.userType as UserType;
  checkTarget(actor, { id, userType });
  return {
    ...person,
    userType,
    scope: person.scope as Scope,
    keys: (person.keys ?? []).filter(isPermission),
    grantable: grantableBy(actor),
  };
}

/** Refuses NOT_FOUND, VERSION_CONFLICT, PERM_DENIED, GRANT_NOT_HELD on `keys`. */
export async function putGrants(
  db: Db,
  actor: CurrentUser,
  { id, keys }: ParsedInputOf<typeof grants.put>,
  version: number,
): Promise<Grants> {
  await db.selectFrom('appUser').select('id').where('id', '=', id).forUpdate().execute();
  const current = await getGrants(db, actor, id);
  if (current.version !== version) throw new Refusal('VERSION_CONFLICT', { current });
  const { added, taken } = changeOf(actor, current.keys, keys);
  if (added.length === 0 && taken.length === 0) return current;
  if (taken.length > 0)
    await db.deleteFrom('userGrant').where('userId', '=', id).where('key', 'in', taken).execute();
  if (added.length > 0)
    await db
      .insertInto('userGrant')
      .values(added.map((key) => ({ userId: id, key })))
      .execute();
  await db
    .updateTable('appUser')
    .set({ permVersion: sql<number>`perm_version + 1` })
    .where('id', '=', id)
    .execute();
  await sql`select tell(${id}, 'rights_changed', '{}', null, null)`.execute(db);
  return getGrants(db, actor, id);
}
