import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/** Marks one notification of the person as read, or all. Returns how many were unread. */
export async function markRead(db: Db, userId: string, id: string | undefined): Promise<number> {
  const done = await db
    .updateTable('notification')
    .set({ readAt: sql<string>`now()` })
    .where('userId', '=', userId)
    .where('readAt', 'is', null)
    .where('inBell', '=', true)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .executeTakeFirst();
  return Number(done.numUpdatedRows);
}
