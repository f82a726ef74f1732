import { sql } from 'kysely';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { HoursBilled, unbilledHours } from '@daybook/contracts/billing/pending/unbilled-hours';
import type { Language } from '@daybook/contracts/fields';
import { refusalMessage } from '@daybook/contracts/refusal-message';
import { Refusal, refuseField } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import { apart } from '../../db/apart.ts';
import type { Db } from '../../db/database.ts';
import { lockAtVersion } from '../../db/versions.ts';
import { todayIn } from '../documents/invoice-basis.ts';
import { getPending } from './pending-invoices.queries.ts';
import { makePendingItem, withdrawPendingItem } from './pending-items.ts';
import { entriesOf, getHoursTask } from './unbilled-hours.queries.ts';
import type { HoursEntry, HoursTask } from './unbilled-hours.queries.ts';
import { billedAmount, hoursOf, isRated, quantityOf } from './unbilled-hours.rules.ts';
import type { Rated } from './unbilled-hours.rules.ts';

type Input = ParsedInputOf<typeof unbilledHours.bill>;
type Wanted = Input['tasks'][number];
type Period = Pick<Input, 'from' | 'to'>;

/** The task, locked, so that two bills of it are written one after the other: the second sees the hours that the first left. */
async function lockedTask(db: Db, user: CurrentUser, taskId: string): Promise<HoursTask> {
  await db.selectFrom('task').select('id').where('id', '=', taskId).forNoKeyUpdate().execute();
  return getHoursTask(db, user, taskId);
}

async function storeBill(
  db: Db,
  { id, task, from, to }: Period & { id: string; task: HoursTask },
  entries: readonly Rated<HoursEntry>[],
): Promise<void> {
  await db.insertInto('timeBill').values({ id, taskId: task.id, fromOn: from, toOn: to }).execute();
  await db
    .insertInto('timeBillEntry')
    .values(
      entries.map(({ id: entryId, minutes, rate, amount }) => ({
        billId: id,
        entryId,
        minutes,
        rate,
        amount,
      })),
    )
    .execute();
}

/**
 * Bills the hours of a task in a period that have a rate; the others stay unbilled. Refuses NOT_FOUND, NO_HOURS on `taskId`, and as
 * `billedAmount`.
 */
async function billTaskHours(
  db: Db,
  user: CurrentUser,
  { id, taskId, amount, reason }: Wanted,
  { from, to }: Period,
): Promise<string> {
  const task = await lockedTask(db, user, taskId);
  const entries = (await entriesOf(db, [task], { from, to }, { lock: true })).filter(isRated);
  if (entries.length === 0) throw refuseField('INPUT_INVALID', 'taskId', {}, 'NO_HOURS');
  const hours = hoursOf(entries, task);
  const billed = billedAmount(hours, { amount, reason });
  await storeBill(db, { id, task, from, to }, entries);
  const service = await db
    .selectFrom('service')
    .innerJoin('task', 'task.serviceId', 'service.id')
    .where('task.id', '=', taskId)
    .select(['service.id', 'service.taxCodeId'])
    .executeTakeFirstOrThrow();
  await makePendingItem(db, {
    clientId: task.clientId,
    entityId: task.entityId,
    currency: task.currency,
    source: 'time',
    sourceId: id,
    serviceId: service.id,
    description: `${task.title} (${from} – ${to})`,
    qty: quantityOf(entries),
    amount: billed,
    originalAmount: hours.value,
    reason: billed === hours.value ? null : reason,
    taxCodeId: service.taxCodeId,
    readyOn: todayIn(task.timezone),
  });
  const item = await db
    .selectFrom('pendingItem')
    .select('id')
    .where('source', '=', 'time')
    .where('sourceId', '=', id)
    .executeTakeFirstOrThrow();
  return item.id;
}

/** Bills the hours of many tasks, each with its own result. Tasks are locked in the order of their ids. */
export async function billHours(
  db: Db,
  user: CurrentUser,
  { from, to, tasks }: Input,
  language: Language,
): Promise<{ results: HoursBilled[] }> {
  if (to < from) throw refuseField('INPUT_INVALID', 'to', {}, 'DATE_ORDER');
  const results: HoursBilled[] = [];
  for (const wanted of tasks.toSorted((a, b) => a.taskId.localeCompare(b.taskId))) {
    const { done, refused } = await apart(db, () => billTaskHours(db, user, wanted, { from, to }));
    const { id } = wanted;
    if (refused) {
      const { code, fields, params } = refused;
      results.push({ id, refused: { code, message: refusalMessage(language, code, params), fields } });
    } else results.push({ id, itemId: done });
  }
  return { results };
}

/** Refuses NOT_FOUND, VERSION_CONFLICT, ALREADY_INVOICED, and STATE_NOT_ALLOWED on an item that bills no hours or was written off. */
export async function releaseHours(db: Db, user: CurrentUser, id: string, version: number): Promise<void> {
  const item = await lockAtVersion(db, 'pendingItem', id, version, () => getPending(db, user, id));
  if (item.source !== 'time' || item.sourceId === null || item.status === 'written_off')
    throw new Refusal('STATE_NOT_ALLOWED', { from: item.status });
  await withdrawPendingItem(db, 'time', item.sourceId);
  await db
    .updateTable('timeBill')
    .set({ releasedAt: sql<string>`now()`, releasedBy: user.id })
    .where('id', '=', item.sourceId)
    .execute();
}
