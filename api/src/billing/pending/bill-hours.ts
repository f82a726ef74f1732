import { sql } from 'kysely';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { HoursBilled, unbilledHours } from '@daybook/contracts/billing/pending/unbilled-hours';
import type { Language } from '@daybook/contracts/fields';
import type { Minor } from '@daybook/contracts/money/money';
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

/** Two bills of a task are written one after the other: the second sees the hours that the first left. */
export const lockTask = (db: Db, taskId: string) =>
  db.selectFrom('task').select('id').where('id', '=', taskId).forNoKeyUpdate().execute();

interface Bill extends Period {
  id: string;
  atCompletion: boolean;
  amount: Minor;
  /** Why the amount is not the value of the hours. */
  reason: string | null;
}

async function storeBill(
  db: Db,
  taskId: string,
  { id, from, to, atCompletion }: Bill,
  entries: readonly Rated<HoursEntry>[],
): Promise<void> {
  await db.insertInto('timeBill').values({ id, taskId, fromOn: from, toOn: to, atCompletion }).execute();
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

/** Makes entries of a task, which are locked with it, one pending item. */
export async function billEntries(
  db: Db,
  task: HoursTask,
  entries: readonly Rated<HoursEntry>[],
  bill: Bill,
): Promise<void> {
  const { value } = hoursOf(entries, task);
  await storeBill(db, task.id, bill, entries);
  const service = await db
    .selectFrom('service')
    .innerJoin('task', 'task.serviceId', 'service.id')
    .where('task.id', '=', task.id)
    .select(['service.id', 'service.taxCodeId'])
    .executeTakeFirstOrThrow();
  await makePendingItem(db, {
    clientId: task.clientId,
    entityId: task.entityId,
    currency: task.currency,
    source: 'time',
    sourceId: bill.id,
    serviceId: service.id,
    description: `${task.title} (${bill.from} – ${bill.to})`,
    qty: quantityOf(entries),
    amount: bill.amount,
    originalAmount: value,
    reason: bill.amount === value ? null : bill.reason,
    taxCodeId: service.taxCodeId,
    readyOn: todayIn(task.timezone),
  });
}

/**
 * Bills the hours of a task in a period that have a rate; the others stay unbilled. Refuses NOT_FOUND, NO_HOURS on `taskId`, and as
 * `billedAmount`.
 */
async function billTaskHours(
  db: Db,
  user: CurrentUser,
  { id, taskId, amount, reason }: Wanted,
  period: Period,
): Promise<string> {
  await lockTask(db, taskId);
  const task = await getHoursTask(db, user, taskId);
  const entries = (await entriesOf(db, [task], period, { lock: true })).filter(isRated);
  if (entries.length === 0) throw refuseField('INPUT_INVALID', 'taskId', {}, 'NO_HOURS');
  const billed = billedAmount(hoursOf(entries, task), { amount, reason });
  await billEntries(db, task, entries, { id, ...period, atCompletion: false, amount: billed, reason });
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

/** Makes the hours of a bill unbilled again, and takes away its pending item. Refuses ALREADY_INVOICED. */
export async function releaseBill(db: Db, id: string): Promise<void> {
  await withdrawPendingItem(db, 'time', id);
  await db
    .updateTable('timeBill')
    .set({ releasedAt: sql<string>`now()`, releasedBy: sql<string>`daybook_actor()` })
    .where('id', '=', id)
    .execute();
}

/** Refuses NOT_FOUND, VERSION_CONFLICT, ALREADY_INVOICED, and STATE_NOT_ALLOWED on an item that bills no hours or was written off. */
export async function releaseHours(db: Db, user: CurrentUser, id: string, version: number): Promise<void> {
  const item = await lockAtVersion(db, 'pendingItem', id, version, () => getPending(db, user, id));
  if (item.source !== 'time' || item.sourceId === null || item.status === 'written_off')
    throw new Refusal('STATE_NOT_ALLOWED', { from: item.status });
  await releaseBill(db, item.sourceId);
}
