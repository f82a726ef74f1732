import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { mostViews } from '@daybook/contracts/saved-views';
import type { savedViews } from '@daybook/contracts/saved-views';
import { Refusal, refuseField } from '@daybook/contracts/refusals';
import type { Db } from '../db/database.ts';

/** The first free place; if two requests choose the same one, a unique constraint refuses the second. */
const freePlace = async (db: Db, userId: string, list: string): Promise<number | null> => {
  const { rows } = await sql<{ no: number }>`
    select no from generate_series(1, ${mostViews}::int) as no
    where no not in (select no from saved_view where user_id = ${userId} and list = ${list}) order by no limit 1`.execute(
    db,
  );
  return rows[0]?.no ?? null;
};

/** Returns the id. Refuses TOO_MANY on `name`. */
export async function saveView(
  db: Db,
  userId: string,
  { id = uuidv7(), list, name, query }: ParsedInputOf<typeof savedViews.save>,
): Promise<string> {
  const renewed = await db
    .updateTable('savedView')
    .set({ name, query })
    .where('userId', '=', userId)
    .where('list', '=', list)
    .where(sql`lower(name)`, '=', sql`lower(${name})`)
    .returning('id')
    .executeTakeFirst();
  if (renewed) return renewed.id;
  const no = await freePlace(db, userId, list);
  if (no === null) throw refuseField('INPUT_INVALID', 'name', { maximum: mostViews }, 'TOO_MANY');
  await db.insertInto('savedView').values({ id, userId, list, no, name, query }).execute();
  return id;
}

/** The view, if it is the person's own or, with `orShared`, shared by anybody. Two changes of one list wait for each other. Refuses NOT_FOUND. */
async function lockView(db: Db, userId: string, id: string, orShared: boolean) {
  const { rows } = await sql<{ list: string }>`
    select list, pg_advisory_xact_lock(hashtext('views of ' || list)) from saved_view where id = ${id}
      and (user_id = ${userId} or ${orShared} and exists (select from shared_view where saved_view_id = saved_view.id))`.execute(
    db,
  );
  const [view] = rows;
  if (view === undefined) throw new Refusal('NOT_FOUND');
  return view;
}

/** Makes the list begin with this view for its owner, or no longer. Refuses NOT_FOUND, even for another person’s view. */
export async function chooseView(
  db: Db,
  userId: string,
  { id, isDefault }: ParsedInputOf<typeof savedViews.choose>,
): Promise<void> {
  const { list } = await lockView(db, userId, id, false);
  await db
    .updateTable('savedView')
    .set({ isDefault: false })
    .where('userId', '=', userId)
    .where('list', '=', list)
    .where('isDefault', '=', true)
    .execute();
  if (isDefault) await db.updateTable('savedView').set({ isDefault }).where('id', '=', id).execute();
}

/**
 * Shares a view with these user types and with no others. A type has one default for a list: the latest. Refuses NOT_FOUND unless the
 * view is the person's own or already shared, and NOT_A_CHOICE on `defaultFor` with whom it is not shared.
 */
export async function shareView(
  db: Db,
  userId: string,
  { id, userTypes, defaultFor }: ParsedInputOf<typeof savedViews.share>,
): Promise<void> {
  if (defaultFor.some((type) => !userTypes.includes(type)))
    throw refuseField('INPUT_INVALID', 'defaultFor', {}, 'NOT_A_CHOICE');
  const { list } = await lockView(db, userId, id, true);
  await sql`delete from shared_view where saved_view_id = ${id} and not (user_type = any (${userTypes}::text[]))`.execute(
    db,
  );
  await sql`update shared_view set is_default = false, version = version + 1
    where is_default and list = ${list} and (saved_view_id = ${id} and not (user_type = any (${defaultFor}::text[]))
      or saved_view_id <> ${id} and user_type = any (${defaultFor}::text[]))`.execute(db);
  for (const userType of new Set(userTypes)) {
    const isDefault = defaultFor.includes(userType);
    await sql`insert into shared_view (id, saved_view_id, list, user_type, is_default)
      values (${uuidv7()}, ${id}, ${list}, ${userType}, ${isDefault})
      on conflict (saved_view_id, user_type) do update set is_default = excluded.is_default, version = shared_view.version + 1
        where shared_view.is_default <> excluded.is_default`.execute(db);
  }
}

/** Refuses NOT_FOUND, even for another person’s view. */
export async function removeView(db: Db, userId: string, id: string): Promise<void> {
  const removed = await db
    .deleteFrom('savedView')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .returning('id')
    .executeTakeFirst();
  if (!removed) throw new Refusal('NOT_FOUND');
}
