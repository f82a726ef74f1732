import { sql } from 'kysely';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { Minor } from '@daybook/contracts/money/money';
import { isNamedBy, isOpenTask } from '@daybook/contracts/tasks/tasks/task-machine';
import type { Task, tasks } from '@daybook/contracts/tasks/tasks/tasks';
import { requireRecordRule } from '../../auth/may-call.ts';
import type { CurrentUser } from '../../auth/current-user.ts';
import { makePendingItem, withdrawPendingItem } from '../../billing/pending/pending-items.ts';
import type { Db } from '../../db/database.ts';
import { lockAtVersion, nextVersion } from '../../db/versions.ts';
import { stopTimersOf } from '../time/save-time.queries.ts';
import { getTask, movableTask, writtenTask } from './tasks.queries.ts';
import { checkMove } from './tasks.rules.ts';

/**
 * The work is done, now or, where it is not `anew`, once more as it was before: it waits to be invoiced at the fee agreed, on
 * the day it is in the billing entity's zone.
 */
export async function billTask(db: Db, taskId: string, anew: boolean): Promise<void> {
  const task = await db
    .selectFrom('task')
    .innerJoin('service', 'service.id', 'task.serviceId')
    .innerJoin('billingEntity as entity', 'entity.id', 'task.billingEntityId')
    .where('task.id', '=', taskId)
    .where('task.billable', '=', true)
    .select([
      sql<string>`task.client_id`.as('clientId'),
      'entity.id as entityId',
      'entity.baseCurrency as currency',
      'task.id as sourceId',
      'task.serviceId',
      'task.title as description',
      sql<Minor>`task.fee`.as('amount'),
      'service.taxCodeId',
      sql<string>`(now() at time zone entity.timezone)::date`.as('readyOn'),
    ])
    .executeTakeFirst();
  if (task) await makePendingItem(db, { source: 'task', ...task }, anew);
}

interface Asked {
  user: CurrentUser;
  input: ParsedInputOf<typeof tasks.transition>;
  version: number;
  mayEdit: boolean;
}

/** The move and what follows from it for billing and for timers that run, together or not at all. Refuses as `checkMove`, ALREADY_INVOICED. */
export async function moveTask(db: Db, { user, input, version, mayEdit }: Asked): Promise<Task> {
  const task = await lockAtVersion(db, 'task', input.id, version, () => getTask(db, user, input.id));
  const movable = movableTask(task);
  requireRecordRule(mayEdit, isNamedBy(movable, user.id));
  const { from, to, name } = checkMove({ ...movable, checklist: task.checklist }, input, {
    id: user.id,
    mayEdit,
  });
  if (name === 'reopen') await withdrawPendingItem(db, 'task', task.id);
  const isDone = to === 'completed';
  const submittedBy = name === 'submit' ? user.id : movable.submittedById;
  await db
    .updateTable('task')
    .set({
      status: to,
      heldStatus: to === 'on_hold' ? from : null,
      statusReason: input.reason,
      completedAt: isDone ? sql<string>`now()` : null,
      completedBy: isDone ? user.id : null,
      submittedBy: to === 'in_progress' ? null : submittedBy,
      ...nextVersion,
    })
    .where('id', '=', task.id)
    .execute();
  if (!isOpenTask(to)) await stopTimersOf(db, task.id);
  if (isDone) await billTask(db, task.id, true);
  return writtenTask(db, user, task.id);
}
