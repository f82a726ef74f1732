import { sql } from 'kysely';
import { SavedListName } from '@daybook/contracts/saved-views';
import type { SavedView } from '@daybook/contracts/saved-views';
import { holds } from '../auth/current-user.ts';
import type { CurrentUser } from '../auth/current-user.ts';
import type { Db } from '../db/database.ts';

/**
 * The person's own views of these lists in their order, then those that are shared with their user type by name. Who may share views
 * sees all shared ones.
 */
async function readViews(db: Db, user: CurrentUser, lists: readonly string[]) {
  const seesShared = holds(user, 'setting');
  const { rows } = await sql<SavedView & { list: string }>`
    with visible as (
      select view.*, view.user_id = ${user.id} as is_own,
        coalesce((select jsonb_agg(jsonb_build_object('userType', share.user_type, 'isDefault', share.is_default)
          order by share.user_type) from shared_view share where share.saved_view_id = view.id), '[]') as shares
      from saved_view view
      where view.list = any(${lists}) and (view.user_id = ${user.id} or exists (select from shared_view share
        where share.saved_view_id = view.id and (${seesShared} or share.user_type = ${user.userType})))),
    first as (
      select id from visible where is_own and is_default
      union all
      select saved_view_id from shared_view
      where user_type = ${user.userType} and is_default
        and not exists (select from visible where is_own and is_default and visible.list = shared_view.list))
    select list, id, name, query, is_own as "isOwn", id in (select id from first) as "isFirst", shares
    from visible order by is_own desc, case when is_own then no end, lower(name), id`.execute(db);
  return rows.map(({ list, ...view }) => ({ list, view }));
}

/** The views of one list: see `readViews`. */
export async function listViews(db: Db, user: CurrentUser, list: string): Promise<SavedView[]> {
  return (await readViews(db, user, [list])).map(({ view }) => view);
}

/** The views of every list, by its name. */
export async function viewsByList(db: Db, user: CurrentUser): Promise<Record<string, SavedView[]>> {
  const lists = SavedListName.options;
  const all = await readViews(db, user, lists);
  return Object.fromEntries(
    lists.map((name) => [name, all.filter(({ list }) => list === name).map(({ view }) => view)]),
  );
}
