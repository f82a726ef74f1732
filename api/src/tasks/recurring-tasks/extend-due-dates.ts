import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { periodOfKey } from '@daybook/contracts/recurrence/period-key';
import { Refusal, refuseField } from '@daybook/contracts/refusals';
import { mostNamed } from '@daybook/contracts/tasks/recurring-tasks/due-overrides';
import type {
  OpenPeriod,
  ReachedTask,
  dueOverrides,
} from '@daybook/contracts/tasks/recurring-tasks/due-overrides';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { checkMovedTo } from '../../recurrence/movable-day.ts';
import { moveDue } from '../../recurrence/move-due.ts';
import { waitFor } from './due-overrides.queries.ts';

/** An extension moves the work of all clients at once, so only a person who sees all of them may do it. Refuses SCOPE_TOO_WIDE. */
function checkSeesAll({ scope }: CurrentUser): void {
  if (scope !== 'all') throw new Refusal('SCOPE_TOO_WIDE');
}

/** Open tasks of a category, with the due date that their rule or an earlier extension gave them. */
const openTasks = sql`task
  left join client on client.id = task.client_id
  left join series_run run on run.series_id = task.series_id and run.nominal_date = task.nominal_on
  left join due_override moved on moved.category_id = task.recurring_category_id and moved.period_key = task.period_key
  left join due_override_task kept on kept.override_id = moved.id and kept.task_id = task.id
  where task.deleted_at is null and task.status not in ('completed', 'cancelled')`;

/** How a person recognises the task. */
const named = sql`task.id, task.no, task.title, client.name as client`;

/** Somebody gave the task a due date of its own: neither that of its rule nor that of an extension. */
const isByHand = sql`(task.due_on is distinct from run.due_on and task.due_on is distinct from moved.new_due)`;

/** The due date without any extension. */
const formerDue = sql`case when task.due_on = moved.new_due then coalesce(kept.former_due, run.due_on, task.due_on)
  else task.due_on end`;

/** The day that the rule names, whoever moved it since; for a task without a rule, its own due date. */
const ruleDay = sql`coalesce(task.nominal_on, ${formerDue})`;

/** Refuses SCOPE_TOO_WIDE, NOT_FOUND on an unknown category. */
export async function openPeriods(db: Db, user: CurrentUser, categoryId: string): Promise<OpenPeriod[]> {
  checkSeesAll(user);
  await checkCategory(db, categoryId);
  const { rows } = await sql<OpenPeriod>`
    select task.period_key, min(task.due_on) as due_on, count(*) as open, (select jsonb_build_object('newDue', override.new_due, 'reason', override.reason)
        from due_override override where override.category_id = ${categoryId} and override.period_key = task.period_key) as override
    from task where task.deleted_at is null and task.status not in ('completed', 'cancelled')
      and task.recurring_category_id = ${categoryId} and task.period_key is not null
    group by task.period_key order by task.period_key desc limit 60`.execute(db);
  return rows;
}

/** Refuses as `openPeriods`. */
export async function reachedTasks(
  db: Db,
  user: CurrentUser,
  { categoryId, periodKey }: ParsedInputOf<typeof dueOverrides.reached>,
): Promise<{ tasks: ReachedTask[]; open: number }> {
  checkSeesAll(user);
  await checkCategory(db, categoryId);
  const { rows } = await sql<ReachedTask & { open: number }>`
    select ${named}, task.due_on, ${isByHand} as is_by_hand, count(*) over () as open
    from ${openTasks} and task.recurring_category_id = ${categoryId} and task.period_key = ${periodKey}
    order by client.name collate "und-x-icu", task.id limit ${mostNamed}`.execute(db);
  return { tasks: rows.map(({ open: _open, ...task }) => task), open: rows[0]?.open ?? 0 };
}

/** Refuses NOT_FOUND. */
async function checkCategory(db: Db, id: string): Promise<void> {
  const category = db.selectFrom('recurringTaskCategory').select('id').where('id', '=', id);
  if (!(await category.executeTakeFirst())) throw new Refusal('NOT_FOUND');
}

interface Moved {
  id: string;
  no: string;
  title: string;
  client: string | null;
  was: string;
  newDue: string;
  formerDue: string;
  goes: boolean;
}

/** Gives the chosen tasks of a period their new due date. Returns all tasks of the period, by client. */
async function moveTasks(
  db: Db,
  of: { categoryId: string; periodKey: string },
  { to, which }: { to: RawBuilder<unknown>; which: RawBuilder<unknown> },
): Promise<Moved[]> {
  const { rows } = await sql<Moved>`
    with open as materialized (select ${named}, task.due_on as was, ${to} as new_due, ${formerDue} as former_due,
        ${which} as goes
      from ${openTasks} and task.recurring_category_id = ${of.categoryId} and task.period_key = ${of.periodKey})
    select * from open order by client collate "und-x-icu", id`.execute(db);
  await moveDue(
    db,
    rows.filter(({ goes }) => goes).map(({ id, newDue }) => ({ id, due: newDue })),
  );
  return rows;
}

/** The result for each task: first those with a new due date, then those that kept their own. */
function told(tasks: readonly Moved[]) {
  const shown = (isMoved: boolean) => (task: Moved) => ({
    id: task.id,
    no: task.no,
    title: task.title,
    client: task.client,
    was: task.was,
    dueOn: isMoved ? task.newDue : task.was,
    isMoved,
  });
  const other = tasks.filter(({ was, newDue }) => was !== newDue);
  const moved = other.filter(({ goes }) => goes).map(shown(true));
  const left = other.filter(({ goes }) => !goes).map(shown(false));
  return { moved: moved.length, left: left.length, tasks: [...moved, ...left].slice(0, mostNamed) };
}

/**
 * Stores the former due dates of all tasks that are now due on the new date, moved or there by chance: for when the extension
 * is taken back.
 */
async function keepFormer(db: Db, overrideId: string, tasks: readonly Moved[]): Promise<void> {
  const gone = tasks.filter(({ goes, was, newDue }) => goes || was === newDue);
  await sql`insert into due_override_task (override_id, task_id, former_due)
    select ${overrideId}, * from unnest(${gone.map(({ id }) => id)}::uuid[], ${gone.map((one) => one.formerDue)}::date[])
    on conflict (override_id, task_id) do update set former_due = excluded.former_due`.execute(db);
}

/**
 * Moves the due date of a category’s open tasks of a period, for all clients. Tasks with a due date of their own stay, unless
 * they are named. Refuses SCOPE_TOO_WIDE, REFERENCE_UNKNOWN on the category, NOT_A_CHOICE on a period without open tasks, and
 * as `checkMovedTo`.
 */
export async function putOverride(
  db: Db,
  user: CurrentUser,
  { categoryId, periodKey, newDue, reason, alsoIds }: ParsedInputOf<typeof dueOverrides.put>,
) {
  checkSeesAll(user);
  const { rows: category } = await waitFor(db, [categoryId], 'update');
  if (category.length === 0) throw refuseField('REFERENCE_UNKNOWN', 'categoryId');
  const which = sql`(not ${isByHand} or task.id = any (${alsoIds}::uuid[]))`;
  const found = await sql<{ earliest: string; latest: string }>`
    select ${which} as goes, min(${ruleDay}) as earliest, max(${ruleDay}) as latest
    from ${openTasks} and task.recurring_category_id = ${categoryId} and task.period_key = ${periodKey}
    group by goes order by goes desc`.execute(db);
  const kept = await db
    .selectFrom('dueOverride')
    .select('id')
    .where('categoryId', '=', categoryId)
    .where('periodKey', '=', periodKey)
    .executeTakeFirst();
  // The reach is measured from the tasks that move, else from those that stay, else from the period itself.
  const [days] = found.rows;
  if (!days && !kept) throw refuseField('INPUT_INVALID', 'periodKey', {}, 'NOT_A_CHOICE');
  const { from, to } = periodOfKey(periodKey);
  checkMovedTo('newDue', newDue, { from, earliest: days?.earliest ?? to, latest: days?.latest ?? to });
  const moved = await moveTasks(db, { categoryId, periodKey }, { to: sql`${newDue}::date`, which });
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
  await keepFormer(db, id, moved);
  return { id, ...told(moved) };
}

/** A task that comes back returns to the day of its rule; days off that were added meanwhile move it on. */
const lookAgain = (db: Db, moved: readonly Moved[]) =>
  sql`update series_progress set stale = true from task
    where task.series_id = series_progress.series_id and task.id = any (${moved.map(({ id }) => id)}::uuid[])`.execute(
    db,
  );

/**
 * Takes an extension back: the tasks it moved are due when they were before, and tasks created since are due as their rule
 * says. A task that somebody gave another date meanwhile keeps it. Refuses SCOPE_TOO_WIDE, NOT_FOUND, VERSION_CONFLICT.
 */
export async function removeOverride(db: Db, user: CurrentUser, id: string, version: number) {
  checkSeesAll(user);
  const found = db.selectFrom('dueOverride').selectAll().where('id', '=', id);
  const { categoryId } = (await found.executeTakeFirst()) ?? {};
  if (categoryId === undefined) throw new Refusal('NOT_FOUND');
  // Waits for a run under way to create its tasks.
  await waitFor(db, [categoryId], 'update');
  const kept = await found.forUpdate().executeTakeFirst();
  if (!kept) throw new Refusal('NOT_FOUND');
  if (kept.version !== version) throw new Refusal('VERSION_CONFLICT');
  const moved = await moveTasks(
    db,
    { categoryId: kept.categoryId, periodKey: kept.periodKey },
    {
      to: sql`coalesce(kept.former_due, run.due_on, task.due_on)`,
      which: sql`(task.due_on = moved.new_due)`,
    },
  );
  await db.deleteFrom('dueOverride').where('id', '=', id).execute();
  await lookAgain(db, moved);
  return { id, ...told(moved) };
}
