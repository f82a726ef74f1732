import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';

interface Override {
  newDue: string;
  reason: string;
}

/** The due dates that an authority has extended, by category and period. */
export async function overridesOf(
  db: Db,
  categoryIds: readonly string[],
): Promise<(categoryId: string, periodKey: string) => Override | undefined> {
  const rows = await db
    .selectFrom('dueOverride')
    .select(['categoryId', 'periodKey', 'newDue', 'reason'])
    .where('categoryId', 'in', [...new Set(categoryIds)])
    .execute();
  const found = new Map(rows.map((row) => [`${row.categoryId} ${row.periodKey}`, row]));
  return (categoryId, periodKey) => found.get(`${categoryId} ${periodKey}`);
}

/**
 * Makes a run that creates tasks of a category and a person who moves their due dates wait for each other: the later sees what
 * the earlier did.
 */
export const waitFor = (db: Db, categoryIds: readonly string[], mode: 'update' | 'key share') =>
  sql<{ id: string }>`select id from recurring_task_category where id = any (${categoryIds}::uuid[])
    order by id for ${mode === 'update' ? sql`update` : sql`key share`}`.execute(db);

/** As `overridesOf`, for a run: nobody can move these dates until it is over. */
export async function overridesForRun(db: Db, categoryIds: readonly string[]) {
  await waitFor(db, categoryIds, 'key share');
  return overridesOf(db, categoryIds);
}
