import { sql } from 'kysely';
import type { Logger } from 'pino';
import { uuidv7 } from 'uuidv7';
import type { Language } from '@daybook/contracts/fields';
import { at } from '../../db/clock.ts';
import type { Clock } from '../../db/clock.ts';
import type { Db } from '../../db/database.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import { every } from '../../every.ts';
import { asRefusal } from '../../http/refuse.ts';
import { printedWords } from '../../pdf/printed-words.ts';
import { billEntries, lockTask, releaseBill } from './bill-hours.ts';
import { entriesOf, findHoursTask, isApproved } from './unbilled-hours.queries.ts';
import { hoursOf, isRated } from './unbilled-hours.rules.ts';

/** Hours above a limit are written down in these words. */
async function reasonFor(db: Db, clientId: string): Promise<string> {
  const { docLocale } = await db
    .selectFrom('client')
    .select('docLocale')
    .where('id', '=', clientId)
    .executeTakeFirstOrThrow();
  return printedWords(docLocale as Language)('limitReached');
}

interface Proposed {
  /** The last day. */
  to?: string;
  atCompletion: boolean;
}

/**
 * Proposes the unbilled hours of a task up to a day, as billing by hand does: those that have a rate, as far as the limit goes. Does
 * nothing if there are none.
 */
export async function proposeHours(db: Db, taskId: string, of: Proposed): Promise<void> {
  await lockTask(db, taskId);
  // A bill has a limited number of entries.
  while (await proposeOnce(db, taskId, of));
}

/** Returns whether there were hours to propose. */
async function proposeOnce(db: Db, taskId: string, { to, atCompletion }: Proposed): Promise<boolean> {
  const task = await findHoursTask(db, sql.lit(true), taskId);
  if (!task) return false;
  const entries = (await entriesOf(db, [task], { to }, { lock: true })).filter(isRated);
  const [first, last] = [entries[0], entries.at(-1)];
  if (!first || !last) return false;
  const { value, proposed } = hoursOf(entries, task);
  const reason = proposed === value ? null : await reasonFor(db, task.clientId);
  const bill = { id: uuidv7(), from: first.workedOn, to: last.workedOn, atCompletion };
  await billEntries(db, task, entries, { ...bill, amount: proposed, reason });
  return true;
}

/** Releases what the completion of a task proposed, unless it is invoiced or written off. */
export async function withdrawProposal(db: Db, taskId: string): Promise<void> {
  const bills = await db
    .selectFrom('timeBill')
    .innerJoin('pendingItem as item', 'item.sourceId', 'timeBill.id')
    .select('timeBill.id')
    .where('item.source', '=', 'time')
    .where('item.status', 'in', ['open', 'held'])
    .where('timeBill.taskId', '=', taskId)
    .where('timeBill.atCompletion', '=', true)
    .orderBy('timeBill.id')
    .forUpdate('item')
    .execute();
  for (const { id } of bills) await releaseBill(db, id);
}

interface Month {
  entityId: string;
  monthOn: string;
  /** The last day of the month. */
  to: string;
}

/** The billing entities whose last month, in their own zone, is not proposed yet, if the firm proposes hours and is not held. */
async function monthsDue(db: Db, clock: Clock): Promise<Month[]> {
  const { rows } = await sql<Month>`
    select entity_id, month_on, (month_on + interval '1 month' - interval '1 day')::date as to
    from months_to_propose(${at(clock)}) where not is_held('hours') order by entity_id`.execute(db);
  return rows;
}

/** Tasks of the entity that may have hours to propose. */
const tasksOf = (db: Db, { entityId, to }: Month) =>
  db
    .selectFrom('task')
    .select('id')
    .where('billingEntityId', '=', entityId)
    .where('deletedAt', 'is', null)
    .where('billable', '=', true)
    .where('billingRule', '<>', 'fixed_fee')
    .where(
      sql<boolean>`exists (select from time_entry entry where entry.task_id = task.id and entry.removed_at is null
        and entry.billable and entry.minutes is not null and entry.worked_on <= ${to}::date
        and not exists (select from time_bill_entry billed where billed.entry_id = entry.id and billed.live)
        and ${isApproved('entry')})`,
    )
    .orderBy('id')
    .execute();

/**
 * Proposes the hours of a task in its own transaction. A failure is logged, and its hours wait for the next month, or for a person
 * who bills them. A lost connection to the database says nothing about the task, and ends the run.
 */
async function proposeAlone(root: Db, log: Pick<Logger, 'warn'>, taskId: string, to: string): Promise<void> {
  try {
    await inTransaction(root, (db) => proposeHours(db, taskId, { to, atCompletion: false }));
  } catch (error) {
    if (asRefusal(error as Error).code === 'UNAVAILABLE') throw error;
    log.warn({ err: error, taskId }, 'the hours of a task could not be proposed');
  }
}

/**
 * Proposes the hours of the months that have ended, once: after a crash the next run goes on with the tasks that still have hours.
 * Several servers may run it, because the second finds the hours of a task billed.
 */
export async function proposeMonths(root: Db, log: Pick<Logger, 'warn'>, clock: Clock = null): Promise<void> {
  for (const month of await monthsDue(root, clock)) {
    for (const { id } of await tasksOf(root, month)) await proposeAlone(root, log, id, month.to);
    await root
      .insertInto('hoursProposal')
      .values({ entityId: month.entityId, monthOn: month.monthOn })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

const everyMs = 3_600_000;

/** Looks every hour for a month that has ended. The returned function stops it. */
export const startHoursProposals = (root: Db, log: Pick<Logger, 'warn'>): (() => Promise<void>) =>
  every(
    everyMs,
    () => proposeMonths(root, log),
    (error) => log.warn({ err: error }, 'no hours were proposed'),
    { atOnce: true },
  );
