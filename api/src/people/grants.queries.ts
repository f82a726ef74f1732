import { sql } from 'kysely';
import type { Grants } from '@daybook/contracts/people/grants';
import { isPermission } from '@daybook/contracts/permissions';
import type { Scope, UserType } from '@daybook/contracts/permissions';
import { Refusal } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../auth/current-user.ts';
import type { Db } from '../db/database.ts';
import { checkTarget, grantableBy } from './grants.rules.ts';

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
