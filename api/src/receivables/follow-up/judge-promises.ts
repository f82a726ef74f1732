import { sql } from 'kysely';
import type { Logger } from 'pino';
import { uuidv7 } from 'uuidv7';
import type { Minor } from '@daybook/contracts/money/money';
import { apart } from '../../db/apart.ts';
import { at } from '../../db/clock.ts';
import type { Clock } from '../../db/clock.ts';
import { actAs } from '../../db/database.ts';
import type { Db } from '../../db/database.ts';
import { every } from '../../every.ts';
import { asRefusal } from '../../http/refuse.ts';
import { askedFor } from './asked-clients.queries.ts';
import { judgePromise } from './promises.rules.ts';
import type { CountedReceipt } from './promises.rules.ts';
import { lockFollowUp } from './record-promise.ts';

const everyMs = 1_000;
const pauseMs = 30_000;
const together = 50;

interface Held {
  id: string;
  clientId: string;
  currency: string;
  entityId: string | null;
  promisedOn: string;
  state: string;
  changes: number;
  received: Minor;
  dueOn: string;
  paidLateOn: string | null;
  today: string;
  instalments: { dueOn: string; amount: Minor }[];
}

/** Locks a promise that may still change. Whoever judges it as well waits, and then finds it judged. */
async function lockPromise(db: Db, id: string, clock: Clock): Promise<Held | undefined> {
  await db.selectFrom('promise').select('id').where('id', '=', id).forNoKeyUpdate().execute();
  return db
    .selectFrom('promise')
    .innerJoin('client', 'client.id', 'promise.clientId')
    .innerJoin('billingEntity as entity', (join) =>
      join.on(sql<boolean>`entity.id = coalesce(promise.entity_id, client.default_entity_id)`),
    )
    .select([
      'promise.id',
      'promise.clientId',
      'promise.currency',
      'promise.entityId',
      'promise.promisedOn',
      'promise.state',
      'promise.changes',
      'promise.received',
      'promise.dueOn',
      'promise.paidLateOn',
      sql<string>`(${at(clock)} at time zone entity.timezone)::date`.as('today'),
      sql<
        Held['instalments']
      >`(select jsonb_agg(jsonb_build_object('dueOn', due_on, 'amount', part.amount) order by no)
        from promise_instalment part where part.promise_id = promise.id)`.as('instalments'),
    ])
    .where('promise.id', '=', id)
    .where('promise.state', 'not in', ['superseded', 'withdrawn'])
    .executeTakeFirst();
}

/** What counts for a promise: standing receipts of the client or its payer that were posted after it was recorded. */
async function countedReceipts(db: Db, { id, clientId, currency, entityId, promisedOn }: Held) {
  const { rows } = await sql<CountedReceipt>`
    select receipt.receipt_date, (receipt.amount + receipt.withheld + receipt.bank_charge)::bigint as amount
    from receipt join receipt_state state on state.receipt_id = receipt.id
    where receipt.client_id in (select ${clientId}::uuid union
        select client_group.payer_client_id from client join client_group on client_group.id = client.group_id
        where client.id = ${clientId})
      and state.status = 'posted' and receipt.currency = ${currency}
      and receipt.entity_id = coalesce(${entityId}::uuid, receipt.entity_id)
      and receipt.receipt_date >= ${promisedOn} and receipt.opening_on is null
      and receipt.created_at > (select created_at from promise where id = ${id})`.execute(db);
  return rows;
}

/**
 * The past dates of a promise on which nothing was owed any more: on the invoices that it names, or else in the ledger of the
 * client, advances included. What has been taken back since counts as if it had never been.
 */
async function settledDates(db: Db, { id, clientId, currency, entityId, today }: Held): Promise<Set<string>> {
  const { rows } = await sql<{ dueOn: string }>`
    select due_on from promise_instalment instalment
    where promise_id = ${id} and due_on < ${today} and case
      when exists (select from promise_invoice where promise_id = ${id}) then not exists (
        select from promise_invoice named join invoice_state invoice on invoice.invoice_id = named.invoice_id
        where named.promise_id = ${id} and invoice.status <> 'void'
          and invoice.payable > coalesce((select sum(amount) from allocation
              where allocation.invoice_id = invoice.invoice_id and allocated_on <= due_on and reversed_on is null), 0)
            + coalesce((select sum(amount) from write_off
              where write_off.invoice_id = invoice.invoice_id and written_off_on <= due_on and reversed_on is null), 0))
      else coalesce((select sum(line.debit - line.credit) from journal_line line join journal_entry entry on entry.id = line.entry_id
        where line.client_id in ${askedFor(sql`${clientId}`)} and line.currency = ${currency}
          and line.entity_id = coalesce(${entityId}::uuid, line.entity_id) and line.entry_date <= due_on
          and line.account_id in (select id from ledger_account where system_key = 'receivable' or is_advance)
          and entry.reversal_of is null and not exists (select from journal_entry back where back.reversal_of = entry.id)), 0)
        <= 0 end`.execute(db);
  return new Set(rows.map(({ dueOn }) => dueOn));
}

/** Whether another promise took its place. Whoever is recording one is waited for. */
async function isReplaced(db: Db, { id, clientId, currency, entityId }: Held): Promise<boolean> {
  await lockFollowUp(db, clientId);
  const another = await db
    .selectFrom('promise')
    .select('id')
    .where('clientId', '=', clientId)
    .where('currency', '=', currency)
    .where('state', '=', 'open')
    .where('id', '<>', id)
    .where(sql<boolean>`(entity_id is null or coalesce(${entityId}::uuid, entity_id) = entity_id)`)
    .limit(1)
    .executeTakeFirst();
  return another !== undefined;
}

/**
 * Stores what has become of a promise. Only a change of its state leaves a trace, and tells the responsible person. A promise
 * that would be open again is superseded if another one is open.
 */
async function judge(db: Db, id: string, clock: Clock): Promise<void> {
  const promise = await lockPromise(db, id, clock);
  if (!promise) return;
  const receipts = await countedReceipts(db, promise);
  const verdict = judgePromise(promise, receipts, await settledDates(db, promise), promise.today);
  const { received, dueOn, paidLateOn } = verdict;
  const of = db.updateTable('promise').where('id', '=', id);
  if (received !== promise.received || dueOn !== promise.dueOn) await of.set({ received, dueOn }).execute();
  if (verdict.state !== promise.state) {
    const isOver = verdict.state === 'open' && (await isReplaced(db, promise));
    await db
      .insertInto('promiseChange')
      .values({
        promiseId: id,
        n: promise.changes + 1,
        state: isOver ? 'superseded' : verdict.state,
        changedOn: verdict.since ?? promise.today,
      })
      .execute();
  }
  if (verdict.state === 'broken' && paidLateOn !== promise.paidLateOn) await of.set({ paidLateOn }).execute();
}

interface Doing {
  clock: Clock;
  /** The promises that could not be judged, by id. They stay as they are until the next call. */
  failed: Map<string, Error>;
}

interface Taken {
  id: string;
  /** Its places in the queue. */
  queued: string[];
}

/** Promises that a receipt concerns. They leave the queue in the transaction that judges them, so that none is lost. */
const takeQueued = (db: Db, { failed }: Doing) =>
  sql<Taken>`
    select promise_id as id, array_agg(id::text) as queued from (
      select id, promise_id from promise_to_judge where promise_id <> all (${[...failed.keys()]}::uuid[])
      order by id limit ${together} for update skip locked) as taken
    group by promise_id order by promise_id`.execute(db);

/** Promises whose date has passed. No time zone is more than a day ahead of the database, which limits what the index reads. */
const takePassed = (db: Db, { clock, failed }: Doing) =>
  sql<Taken>`
    select promise.id, '{}'::text[] as queued from promise join client on client.id = promise.client_id
      join billing_entity entity on entity.id = coalesce(promise.entity_id, client.default_entity_id)
    where promise.state = 'open' and promise.due_on <= (${at(clock)})::date
      and promise.due_on < (${at(clock)} at time zone entity.timezone)::date
      and promise.id <> all (${[...failed.keys()]}::uuid[])
    order by promise.id limit ${together} for no key update of promise skip locked`.execute(db);

async function judgeTaken(db: Db, { id, queued }: Taken, clock: Clock): Promise<void> {
  await sql`delete from promise_to_judge where id = any (${queued}::bigint[])`.execute(db);
  await judge(db, id, clock);
}

async function judgeNext(root: Db, doing: Doing): Promise<number> {
  return root.transaction().execute(async (db) => {
    const queued = await takeQueued(db, doing);
    const { rows } = queued.rows.length > 0 ? queued : await takePassed(db, doing);
    if (rows.length > 0) await db.executeQuery(actAs(null, uuidv7(), 'promises.judge'));
    for (const one of rows) {
      const verdict = await apart(db, () => judgeTaken(db, one, doing.clock), asRefusal);
      if (verdict.refused) doing.failed.set(one.id, verdict.cause);
    }
    return rows.length;
  });
}

/**
 * Judges the promises that a receipt concerns, and those whose date has passed. Several servers may do so at once. Returns the
 * number of promises judged. Promises that cannot be judged are reported when all others are.
 */
export async function judgePromises(root: Db, clock: Clock = null, stop?: AbortSignal): Promise<number> {
  const doing: Doing = { clock, failed: new Map() };
  for (let judged = 0; ;) {
    const more = stop?.aborted ? 0 : await judgeNext(root, doing);
    judged += more;
    if (more > 0) continue;
    if (doing.failed.size > 0)
      throw new AggregateError(doing.failed.values(), `${doing.failed.size} promises could not be judged`);
    return judged;
  }
}

/**
 * Judges promises every second, and half a minute after a failure: a promise that cannot be judged would fill the log otherwise.
 * The returned function stops it after the batch under way.
 */
export function startFollowUp(db: Db, log: Pick<Logger, 'warn'>): () => Promise<void> {
  const stopping = new AbortController();
  const stop = every(
    everyMs,
    () => judgePromises(db, null, stopping.signal),
    (error) => log.warn({ err: error }, 'promises could not be judged and will be tried again'),
    { pauseMs },
  );
  return async () => {
    stopping.abort();
    await stop();
  };
}
