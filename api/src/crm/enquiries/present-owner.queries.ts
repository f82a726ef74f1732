import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';

/**
 * The owner of an enquiry that becomes open again. Only open ones are handed on, so one of somebody who has left goes to the
 * person who opens it.
 */
export async function presentOwner(db: Db, user: CurrentUser, ownerId: string): Promise<string> {
  const gone = await db
    .selectFrom('appUser')
    .select('id')
    .where('id', '=', ownerId)
    .where('status', '=', 'deactivated')
    .executeTakeFirst();
  return gone ? user.id : ownerId;
}
