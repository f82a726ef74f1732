import { sql } from 'kysely';
import type { SavedView } from '@daybook/contracts/saved-views';
import type { CurrentUser } from '../auth/current-user.ts';
import type { Db } from '../db/database.ts';

/**
 * The person's own views of a list in their order, then those that are shared with their user type by name. Who may share views sees
 * all shared ones.
 */
export async function listViews(
  db: Db,
  user: CurrentUser,
  list: string,
  maySee: { allShared: boolean },
): Promise<SavedView[]> {
  const { rows } = await sql<SavedView>`
    with visible as (
      select view.*, view.user_id = ${user.id} as is_own,
        coalesce((select jsonb_agg(jsonb_build_object('userType', share.user_type, 'isDefault', share.is_default)
          order by share.user_type) from shared_view share where share.saved_view_id = view.id), '[]') as shares
      from saved_view view
      where view.list = ${list} and (view.user_id = ${user.id} or exists (select from shared_view share
        where share.saved_view_id = view.id and (${maySee.allShared} or share.user_type = ${user.userType})))),
    first as (
      select id from visible where is_own and is_default
      union all
      select saved_view_id from shared_view
      where list = ${list} and user_type = ${user.userType} and is_default
        and not exists (select from visible where is_own and is_default))
    select id, name, query, is_own as "isOwn", id in (select id from first) as "isFirst", shares
    from visible order by is_own desc, case when is_own then no end, lower(name), id`.execute(db);
  return rows;
}
