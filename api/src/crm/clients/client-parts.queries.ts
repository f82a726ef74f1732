import { sql } from 'kysely';
import type { SavedClient } from '@daybook/contracts/crm/clients/clients';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { inScope } from '../../scope.ts';

/** Other clients with a registration of this one; those outside the caller's scope are not named. */
export async function sameRegistrations(
  db: Db,
  user: CurrentUser,
  clientId: string,
): Promise<SavedClient['warnings']> {
  const others = await db
    .selectFrom('clientRegistration as mine')
    .innerJoin('clientRegistration as theirs', (join) =>
      join.onRef('theirs.value', '=', 'mine.value').onRef('theirs.scheme', '=', 'mine.scheme'),
    )
    .innerJoin('client', 'client.id', 'theirs.clientId')
    .where('mine.clientId', '=', clientId)
    .where('client.id', '<>', clientId)
    .select([
      'mine.value',
      'client.id',
      'client.name',
      inScope.client(user, sql.ref('client.id')).as('isVisible'),
    ])
    .orderBy('mine.no')
    .orderBy('client.code')
    .limit(20)
    .execute();
  return others.map(({ value, id, name, isVisible }) => ({
    code: 'SAME_REGISTRATION',
    value,
    clientId: isVisible ? id : null,
    label: isVisible ? name : null,
  }));
}
