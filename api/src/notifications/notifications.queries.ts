import { sql } from 'kysely';
import type { Notification } from '@daybook/contracts/notifications';
import type { Db } from '../db/database.ts';

const pageSize = 20;

const mostCounted = 100;

/** The person’s own, newest first; `before` is the last one that the page already has. */
export async function listNotifications(db: Db, userId: string, before: string | undefined) {
  const found = await db
    .selectFrom('notification')
    .where('userId', '=', userId)
    .where('inBell', '=', true)
    .$if(before !== undefined, (query) =>
      query.where(
        sql<boolean>`(created_at, id) < (select created_at, id from notification where id = ${before} and user_id = ${userId})`,
      ),
    )
    .select([
      'id',
      'kind',
      'params',
      sql<
        Notification['record']
      >`case when record_id is not null then json_build_object('kind', record_kind, 'id', record_id) end`.as(
        'record',
      ),
      'createdAt as at',
      sql<boolean>`read_at is not null`.as('isRead'),
    ])
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize + 1)
    .execute();
  return { rows: found.slice(0, pageSize) as Notification[], hasMore: found.length > pageSize };
}

export async function countUnread(db: Db, userId: string): Promise<number> {
  const unread = await db
    .selectFrom('notification')
    .where('userId', '=', userId)
    .where('readAt', 'is', null)
    .where('inBell', '=', true)
    .select('id')
    .limit(mostCounted)
    .execute();
  return unread.length;
}
