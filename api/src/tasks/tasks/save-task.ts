import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { refuseField } from '@daybook/contracts/refusals';
import type { Task, tasks } from '@daybook/contracts/tasks/tasks/tasks';
import { isAdmin } from '../../auth/current-user.ts';
import type { CurrentUser } from '../../auth/current-user.ts';
import { checkPicked } from '../../crm/check-picked.ts';
import type { Db } from '../../db/database.ts';
import { normalise } from '../../db/search.ts';
import { lockAtVersion, nextVersion } from '../../db/versions.ts';
import { keyOfPeriod } from './same-period.queries.ts';
import { billingRuleFor } from './billing-rule.ts';
import { checkSamePeriod } from './check-same-period.ts';
import type { OfPeriod } from './same-period.queries.ts';
import { checkClient, checkStaff, feeFor } from './check-task-choices.ts';
import { keptTasks, seenTasks } from './task-filters.queries.ts';
import { getTask, movableTask, writtenTask } from './tasks.queries.ts';
import {
  checkAssigned,
  checkHandedOn,
  checkNotOwnReviewer,
  checkOpen,
  checkReviewKept,
  checkTask,
} from './tasks.rules.ts';

type Fields = Omit<ParsedInputOf<typeof tasks.create>, 'id'>;

export async function saveAssignees(db: Db, taskId: string, ids: readonly string[]): Promise<void> {
  await db
    .deleteFrom('taskAssignee')
    .where('taskId', '=', taskId)
    .$if(ids.length > 0, (query) => query.where('userId', 'not in', ids))
    .execute();
  if (ids.length === 0) return;
  await db
    .insertInto('taskAssignee')
    .values(ids.map((userId) => ({ taskId, userId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Refuses TASK_UNSEEN on `assigneeIds` for a task that has no assignee and that its author would not see. Call it after writing
 * the task.
 */
export async function checkInScope(
  db: Db,
  user: CurrentUser,
  id: string,
  assigneeIds: readonly string[],
): Promise<void> {
  if (assigneeIds.length > 0) return;
  const seen = await keptTasks(db)
    .where(seenTasks(user))
    .where('task.id', '=', id)
    .select('task.id')
    .execute();
  if (seen.length === 0) throw refuseField('TASK_UNSEEN', 'assigneeIds');
}

/** Items that stay keep their ticks; the order is that of the form. */
async function saveChecklist(
  db: Db,
  taskId: string,
  wanted: Fields['checklist'],
  present: Task['checklist'],
): Promise<void> {
  const kept = new Set(wanted.map((item) => item.id));
  const gone = present.filter((item) => !kept.has(item.id)).map((item) => item.id);
  if (gone.length > 0) await db.deleteFrom('taskChecklistItem').where('id', 'in', gone).execute();
  const known = new Set(present.map((item) => item.id));
  const rows = wanted.map(({ id = uuidv7(), ...step }, index) => ({ id, no: index + 1, ...step }));
  for (const { id, ...values } of rows.filter((row) => known.has(row.id)))
    await db.updateTable('taskChecklistItem').set(values).where('id', '=', id).execute();
  const added = rows.filter((row) => !known.has(row.id)).map((row) => ({ ...row, taskId }));
  if (added.length > 0) await db.insertInto('taskChecklistItem').values(added).execute();
}

const picksOf = ({
  categoryId,
  recurringCategoryId,
  serviceId,
  billingEntityId,
}: Pick<Fields, 'categoryId' | 'recurringCategoryId' | 'serviceId' | 'billingEntityId'>) => ({
  categoryId,
  recurringCategoryId,
  serviceId,
  billingEntityId,
});

/** The fields with what the task is billed by, and its fee or the limit of its hours. Refuses as `feeFor`. */
async function billedAs(db: Db, user: CurrentUser, fields: Fields, task?: Pick<Task, 'id' | 'billingRule'>) {
  const billingRule = await billingRuleFor(db, 'task_category', fields, task?.billingRule);
  const billed = { ...fields, billingRule };
  return { ...billed, fee: await feeFor(db, user, billed, task) };
}

/**
 * Refuses as `checkTask`, `checkNotOwnReviewer`, `checkSamePeriod` and `checkInScope`, and REFERENCE_UNKNOWN on a client or
 * people who cannot be chosen.
 */
export async function createTask(
  db: Db,
  user: CurrentUser,
  { id = uuidv7(), ...fields }: ParsedInputOf<typeof tasks.create>,
): Promise<Task> {
  const { assigneeIds, checklist, ...own } = await billedAs(db, user, fields);
  checkTask({ ...own, assigneeIds });
  checkNotOwnReviewer(null, { ...own, assigneeIds }, { id: user.id, isAdmin: isAdmin(user) });
  await checkClient(db, user, own.clientId);
  await checkStaff(db, 'assigneeIds', assigneeIds);
  await checkStaff(db, 'reviewerId', own.reviewerId ? [own.reviewerId] : []);
  const periodKey = keyOfPeriod(own);
  const duplicateReason = await checkSamePeriod(db, user, { id, ...own, periodKey });
  const counted = await sql<{ count: number }>`select next_count('task') as count`.execute(db);
  const no = `T-${String(counted.rows[0]?.count).padStart(5, '0')}`;
  await db
    .insertInto('task')
    .values({ id, no, ...own, periodKey, duplicateReason, searchText: normalise(fields.title) })
    .execute();
  await saveAssignees(db, id, assigneeIds);
  await checkInScope(db, user, id, assigneeIds);
  await saveChecklist(db, id, checklist, []);
  return writtenTask(db, user, id);
}

/** As `createTask`, for a form: what it names must be active. Refuses REFERENCE_UNKNOWN on each field. */
export async function createPickedTask(
  db: Db,
  user: CurrentUser,
  input: ParsedInputOf<typeof tasks.create>,
): Promise<Task> {
  await checkPicked(db, picksOf(input));
  return createTask(db, user, input);
}

/** A task that a series created keeps its filing and period. Refuses NOT_A_CHOICE on another filing. */
async function filingOf(db: Db, task: Task, wanted: OfPeriod) {
  const { recurringCategoryId } = wanted;
  if (task.series === null) return { recurringCategoryId, periodKey: keyOfPeriod(wanted) };
  if (recurringCategoryId !== null && recurringCategoryId !== task.recurringCategory?.id)
    throw refuseField('INPUT_INVALID', 'recurringCategoryId', {}, 'NOT_A_CHOICE');
  return db
    .selectFrom('task')
    .select(['recurringCategoryId', 'periodKey'])
    .where('id', '=', task.id)
    .executeTakeFirstOrThrow();
}

/**
 * Refuses NOT_FOUND, VERSION_CONFLICT, STATE_NOT_ALLOWED on a finished task, and what `checkReviewKept`, `checkHandedOn` and
 * `createTask` refuse.
 */
export async function editTask(
  db: Db,
  user: CurrentUser,
  { id, ...fields }: ParsedInputOf<typeof tasks.edit>,
  version: number,
): Promise<Task> {
  const task = await lockAtVersion(db, 'task', id, version, () => getTask(db, user, id));
  checkOpen(task.status);
  const { category, recurringCategory, service, billingEntity } = task;
  await checkPicked(db, picksOf(fields), [category, recurringCategory, service, billingEntity]);
  const { assigneeIds, checklist, ...own } = await billedAs(db, user, fields, task);
  checkTask({ ...own, assigneeIds });
  const present = movableTask(task);
  checkAssigned(present, assigneeIds);
  const editor = { id: user.id, isAdmin: isAdmin(user) };
  checkReviewKept(task, { ...own, assigneeIds, checklist }, editor);
  checkNotOwnReviewer(present, { ...own, assigneeIds }, editor);
  checkHandedOn(present, assigneeIds, editor);
  if (own.clientId !== task.client?.id) await checkClient(db, user, own.clientId);
  await checkStaff(
    db,
    'assigneeIds',
    assigneeIds.filter((one) => !present.assigneeIds.includes(one)),
  );
  await checkStaff(
    db,
    'reviewerId',
    own.reviewerId && own.reviewerId !== present.reviewerId ? [own.reviewerId] : [],
  );
  const filing = await filingOf(db, task, own);
  const duplicateReason = await checkSamePeriod(db, user, { id, ...own, ...filing });
  await db
    .updateTable('task')
    .set({ ...own, ...filing, duplicateReason, ...nextVersion, searchText: normalise(fields.title) })
    .where('id', '=', id)
    .execute();
  await saveAssignees(db, id, assigneeIds);
  await checkInScope(db, user, id, assigneeIds);
  await saveChecklist(db, id, checklist, task.checklist);
  return writtenTask(db, user, id);
}
