import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { Refusal, refuseField } from '@daybook/contracts/refusals';
import type { OpenPeriod, OpenTask, dueOverrides } from '@daybook/contracts/tasks/due-overrides';
import type { CurrentUser } from '../auth/current-user.ts';
import type { Db } from '../db/database.ts';

/** How a category names a period in what is moved for it: its first day. */
export const periodKeyOf = ({ from }: { from: string }): string => from;

interface Override {
  newDue: string;
  reason: string;
}

/** The days to which a government moved a duty, by category and period. */
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

/** Work of all clients moves at once: who does not see them all does not move it. Refuses SCOPE_TOO_WIDE. */
function checkSeesAll({ scope }: CurrentUser): void {
  if (scope !== 'all') throw new Refusal('SCOPE_TOO_WIDE');
}

/** Open tasks of a category, with the day on which their rule or what was moved before puts them. */
const openTasks = sql`task
  left join series_run run on run.series_id = task.series_id and run.nominal_date = task.nominal_on
  left join due_override moved on moved.category_id = task.recurring_category_id and moved.period_key = task.period_key
  where task.deleted_at is null and task.status not in ('completed', 'cancelled')`;

/** Somebody gave it a day of its own: it is neither that of its rule nor that of the government. */
const isByHand = sql`(task.due_on is distinct from run.due_on and task.due_on is distinct from moved.new_due)`;

/** Refuses SCOPE_TOO_WIDE, NOT_FOUND on a category that there is not. */
export async function openPeriods(db: Db, user: CurrentUser, categoryId: string): Promise<OpenPeriod[]> {
  checkSeesAll(user);
  await checkCategory(db, categoryId);
  const { rows } = await sql<Omit<OpenPeriod, 'movedByHand'>>`
    select task.period_key, min(task.period_from) as period_from, max(task.period_to) as period_to, min(task.due_on) as due_on,
      count(*) as open
    from ${openTasks} and task.recurring_category_id = ${categoryId} and task.period_from is not null
      and task.period_to is not null
    group by task.period_key order by task.period_key desc limit 60`.execute(db);
  const byHand = await sql<OpenTask & { periodKey: string }>`
    select task.id, task.no, task.title, (select client.name from client where client.id = task.client_id) as client,
      task.due_on, task.period_key
    from ${openTasks} and task.recurring_category_id = ${categoryId} and ${isByHand}
    order by task.due_on, task.id limit 200`.execute(db);
  return rows.map((period) => ({
    ...period,
    movedByHand: byHand.rows.filter(({ periodKey }) => periodKey === period.periodKey),
  }));
}

/** Refuses NOT_FOUND. */
async function checkCategory(db: Db, id: string): Promise<void> {
  const category = db.selectFrom('recurringTaskCategory').select('id').where('id', '=', id);
  if (!(await category.executeTakeFirst())) throw new Refusal('NOT_FOUND');
}

/** Between a run that makes tasks of a category and who moves them: the later one sees what the earlier did. */
const waitFor = (db: Db, categoryIds: readonly string[], mode: 'update' | 'key share') =>
  sql<{ id: string }>`select id from recurring_task_category where id = any (${categoryIds}::uuid[])
    order by id for ${sql.raw(mode)}`.execute(db);

/** As `overridesOf`, for a run: nobody moves these until it is over. */
export async function overridesForRun(db: Db, categoryIds: readonly string[]) {
  await waitFor(db, categoryIds, 'key share');
  return overridesOf(db, categoryIds);
}

/** Answers how many tasks have another day now, and how many kept one of their own. */
async function moveTasks(
  db: Db,
  of: { categoryId: string; periodKey: string },
  { to, which }: { to: ReturnType<typeof sql>; which: ReturnType<typeof sql> },
): Promise<{ moved: number; left: number }> {
  const ofPeriod = sql`${openTasks} and task.recurring_category_id = ${of.categoryId} and task.period_key = ${of.periodKey}`;
  const { rows } = await sql<{ moved: number; left: number }>`
    with open as materialized (select task.id, task.due_on, ${to} as new_due, ${which} as goes from ${ofPeriod}),
    gone as (update task set due_on = open.new_due, version = version + 1 from open
      where task.id = open.id and open.goes and open.new_due <> open.due_on returning 1)
    select (select count(*) from gone) as moved,
      (select count(*) from open where not goes and new_due is distinct from due_on) as left`.execute(db);
  return rows[0] ?? { moved: 0, left: 0 };
}

/**
 * Moves the due day of a category's open tasks of a period, over all clients. Those to which somebody gave a day of their own
 * stay, unless they are named. Refuses SCOPE_TOO_WIDE, REFERENCE_UNKNOWN on the category, NOT_A_CHOICE on a period of which no
 * task is open.
 */
export async function putOverride(
  db: Db,
  user: CurrentUser,
  { categoryId, periodKey, newDue, reason, alsoIds }: ParsedInputOf<typeof dueOverrides.put>,
) {
  checkSeesAll(user);
  const { rows: category } = await waitFor(db, [categoryId], 'update');
  if (category.length === 0) throw refuseField('REFERENCE_UNKNOWN', 'categoryId');
  const open = await sql`select from ${openTasks} and task.recurring_category_id = ${categoryId}
    and task.period_key = ${periodKey} limit 1`.execute(db);
  const kept = await db
    .selectFrom('dueOverride')
    .select('id')
    .where('categoryId', '=', categoryId)
    .where('periodKey', '=', periodKey)
    .executeTakeFirst();
  if (open.rows.length === 0 && !kept) throw refuseField('INPUT_INVALID', 'periodKey', {}, 'NOT_A_CHOICE');
  const moved = await moveTasks(
    db,
    { categoryId, periodKey },
    { to: sql`${newDue}::date`, which: sql`(not ${isByHand} or task.id = any (${alsoIds}::uuid[]))` },
  );
  const id = kept?.id ?? uuidv7();
  await db
    .insertInto('dueOverride')
    .values({ id, categoryId, periodKey, newDue, reason })
    .onConflict((conflict) =>
      conflict.columns(['categoryId', 'periodKey']).doUpdateSet({
        newDue,
        reason,
        version: sql<number>`due_override.version + 1`,
      }),
    )
    .execute();
  return { id, ...moved };
}

/** Takes it back: what it moved is due as its rule says. Refuses SCOPE_TOO_WIDE, NOT_FOUND, VERSION_CONFLICT. */
export async function removeOverride(db: Db, user: CurrentUser, id: string, version: number) {
  checkSeesAll(user);
  const kept = await db
    .selectFrom('dueOverride')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!kept) throw new Refusal('NOT_FOUND');
  if (kept.version !== version) throw new Refusal('VERSION_CONFLICT', { current: kept });
  const moved = await moveTasks(
    db,
    { categoryId: kept.categoryId, periodKey: kept.periodKey },
    // A task that no series made has no other day.
    { to: sql`coalesce(run.due_on, task.due_on)`, which: sql`(task.due_on = moved.new_due)` },
  );
  await db.deleteFrom('dueOverride').where('id', '=', id).execute();
  return { id, ...moved };
}
