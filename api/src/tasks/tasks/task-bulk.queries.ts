import { sql } from 'kysely';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { Language } from '@daybook/contracts/fields';
import { refusalMessage } from '@daybook/contracts/refusal-message';
import { Refusal } from '@daybook/contracts/refusals';
import type { Outcome, taskBulk } from '@daybook/contracts/tasks/tasks/task-bulk';
import type { TaskStatus } from '@daybook/contracts/tasks/tasks/task-machine';
import type { CurrentUser } from '../../auth/current-user.ts';
import { withdrawPendingItem } from '../../billing/pending/pending-items.ts';
import { apart } from '../../db/apart.ts';
import type { Db } from '../../db/database.ts';
import { lockAtVersion, nextVersion } from '../../db/versions.ts';
import { stopTimersOf } from '../time/save-time.queries.ts';
import { adjustTask, keepFormer } from './task-adjust.queries.ts';
import type { At, Change } from './task-adjust.queries.ts';
import { checkStaff } from './task-choices.queries.ts';
import { saveAssignees } from './task-edit.queries.ts';
import { billTask, moveTask } from './task-transition.queries.ts';
import { getTask, writtenTask } from './tasks.queries.ts';
import { checkChecklist } from './tasks.rules.ts';

/** Each answers for itself, in one order of locks, whoever asks (docs/rules.md#order-of-locks). */
async function each(
  db: Db,
  language: Language,
  wanted: readonly At[],
  work: (one: At) => Promise<number | null>,
): Promise<{ results: Outcome[] }> {
  const results: Outcome[] = [];
  for (const one of wanted.toSorted((a, b) => a.id.localeCompare(b.id))) {
    const { id } = one;
    const { done, refused } = await apart(db, () => work(one));
    if (refused) {
      const message = refusalMessage(language, refused.code, refused.params);
      results.push({ id, outcome: 'refused', refused: { code: refused.code, message } });
    } else if (done === null) results.push({ id, outcome: 'same', version: one.version });
    else results.push({ id, outcome: 'changed', version: done });
  }
  return { results };
}

/** The single command; locked first, so that what is kept of it is what it is changed from. */
async function moveOne(
  db: Db,
  user: CurrentUser,
  { id, version }: At,
  to: TaskStatus,
  reason: string | null,
) {
  await lockAtVersion(db, 'task', id, version, () => getTask(db, user, id));
  await keepFormer(db, user, id);
  const moved = await moveTask(db, { user, input: { id, to, reason }, version, mayEdit: true });
  return moved.version;
}

/** Refuses REFERENCE_UNKNOWN on people who cannot be chosen; what a task refuses stands in its own result. */
export async function changeTasks(
  db: Db,
  user: CurrentUser,
  { tasks, change }: ParsedInputOf<typeof taskBulk.change>,
  language: Language,
): Promise<{ results: Outcome[] }> {
  const { assigneeIds = [], addIds = [], reviewerId } = change;
  await checkStaff(db, 'change.assigneeIds', assigneeIds);
  await checkStaff(db, 'change.addIds', addIds);
  await checkStaff(db, 'change.reviewerId', reviewerId ? [reviewerId] : []);
  return each(db, language, tasks, (one) => changeOne(db, user, one, change));
}

const changeOne = (db: Db, user: CurrentUser, one: At, change: Change) =>
  change.to === undefined
    ? adjustTask(db, user, one, change)
    : moveOne(db, user, one, change.to, change.reason ?? null);

/** Refuses VERSION_CONFLICT on what has been changed since, and on what somebody else changed. */
async function formerOf(db: Db, user: CurrentUser, { id, version }: At) {
  const former = await db
    .selectFrom('taskFormer')
    .selectAll()
    .where('taskId', '=', id)
    .where('version', '=', version)
    .where('changedBy', '=', user.id)
    .executeTakeFirst();
  if (!former) throw new Refusal('VERSION_CONFLICT');
  return former;
}

/** Nobody gets work back who has left since. Refuses PERSON_HAS_LEFT. */
async function checkStillHere(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const gone = await db
    .selectFrom('appUser')
    .select('name')
    .where('id', 'in', ids)
    .where('status', '=', 'deactivated')
    .orderBy('name')
    .execute();
  if (gone.length > 0) throw new Refusal('PERSON_HAS_LEFT', { who: gone.map(({ name }) => name).join(', ') });
}

/** What was handed on may be out of the caller's scope by now; that it was their change is asked first. */
async function undoOne(db: Db, user: CurrentUser, one: At): Promise<number> {
  const { id, version } = one;
  const former = await formerOf(db, user, one);
  const task = await lockAtVersion(db, 'task', id, version, () => writtenTask(db, user, id));
  const isMoved = task.status !== former.status;
  const present = new Set(task.assignees.map((person) => person.id));
  const back = former.assigneeIds.filter((person) => !present.has(person));
  if (former.reviewerId !== null && former.reviewerId !== task.reviewer?.id) back.push(former.reviewerId);
  await checkStillHere(db, back);
  if (isMoved && former.status === 'completed') checkChecklist(task.checklist);
  if (isMoved && task.status === 'completed') await withdrawPendingItem(db, 'task', id);
  const { reviewerId, dueOn, priority, status, heldStatus, statusReason } = former;
  const { completedAt, completedBy, submittedBy } = former;
  await db
    .updateTable('task')
    .set({ reviewerId, dueOn, priority, status, heldStatus, statusReason })
    .set({ completedAt, completedBy, submittedBy })
    .set(nextVersion)
    .where('id', '=', id)
    .execute();
  await saveAssignees(db, id, former.assigneeIds);
  if (isMoved && status === 'completed') {
    await stopTimersOf(db, id);
    await billTask(db, id, false);
  }
  await sql`delete from task_former where task_id = ${id}`.execute(db);
  return version + 1;
}

/** Puts each back as it was before the caller's own change among many. */
export const undoTasks = (
  db: Db,
  user: CurrentUser,
  { tasks }: ParsedInputOf<typeof taskBulk.undo>,
  language: Language,
): Promise<{ results: Outcome[] }> => each(db, language, tasks, (one) => undoOne(db, user, one));
