import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { mostViews } from '@daybook/contracts/saved-views';
import type { SavedView, savedViews } from '@daybook/contracts/saved-views';
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

/** Refuses TOO_MANY on `name`. */
export async function saveView(
  db: Db,
  userId: string,
  { id = uuidv7(), list, name, query }: ParsedInputOf<typeof savedViews.save>,
): Promise<SavedView> {
  const renewed = await db
    .updateTable('savedView')
    .set({ name, query })
    .where('userId', '=', userId)
    .where('list', '=', list)
    .where(sql`lower(name)`, '=', sql`lower(${name})`)
    .returning(['id', 'name', 'query'])
    .executeTakeFirst();
  if (renewed) return renewed;
  const no = await freePlace(db, userId, list);
  if (no === null) throw refuseField('INPUT_INVALID', 'name', { maximum: mostViews }, 'TOO_MANY');
  return db
    .insertInto('savedView')
    .values({ id, userId, list, no, name, query })
    .returning(['id', 'name', 'query'])
    .executeTakeFirstOrThrow();
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
