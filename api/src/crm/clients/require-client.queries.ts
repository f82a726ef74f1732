import { sql } from 'kysely';
import { Refusal } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { clientByKeys } from '../../scope.ts';

/** Refuses NOT_FOUND, even for a client outside the caller’s scope. */
export async function requireClient(db: Db, user: CurrentUser, id: string): Promise<void> {
  const client = await db
    .selectFrom('client')
    .select('id')
    .where('id', '=', id)
    .where(clientByKeys(user, sql.ref('client.id')))
    .executeTakeFirst();
  if (!client) throw new Refusal('NOT_FOUND');
}
