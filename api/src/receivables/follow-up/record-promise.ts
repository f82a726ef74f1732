import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { z } from 'zod';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { Promised, promiseFields, promises } from '@daybook/contracts/receivables/follow-up/promises';
import { sum } from '@daybook/contracts/money/money';
import { addDays } from '@daybook/contracts/plain-date';
import { Refusal, refuseField } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import { checkChoices } from '../../crm/check-choices.ts';
import { at } from '../../db/clock.ts';
import type { Clock } from '../../db/clock.ts';
import type { Db } from '../../db/database.ts';
import { reviseProposals } from '../reminders/revise-proposals.ts';
import { askedClient } from './asked-clients.queries.ts';
import type { AskedClient } from './asked-clients.queries.ts';
import { promisable } from './owed.queries.ts';
import { getPromise } from './promises.queries.ts';

type Terms = z.output<z.ZodObject<typeof promiseFields>>;

const aYear = 366;

/** Whoever changes the promises of a client waits for the other who does. */
export const lockFollowUp = (db: Db, clientId: string) =>
  db.selectFrom('client').select('id').where('id', '=', clientId).forNoKeyUpdate().execute();

/** Refuses dates in the past, more than a year ahead, or not ascending, each on its field. */
function checkDates({ instalments }: Terms, today: string, within: string): void {
  const latest = addDays(today, aYear);
  let earliest = today;
  for (const [no, { dueOn }] of instalments.entries()) {
    const field = `${within}instalments.${no}.dueOn`;
    if (dueOn < earliest) throw refuseField('INPUT_INVALID', field, { earliest }, 'DATE_TOO_EARLY');
    if (dueOn > latest) throw refuseField('INPUT_INVALID', field, { latest }, 'DATE_TOO_LATE');
    earliest = addDays(dueOn, 1);
  }
}

/** Refuses invoices that are not open for this client, and an amount above what is owed and undisputed. */
async function checkAmounts(db: Db, asked: AskedClient, terms: Terms, within: string): Promise<void> {
  const { amount, invoices } = await promisable(db, {
    ...terms,
    clientIds: asked.clients.map(({ id }) => id),
  });
  const stranger = terms.invoiceIds.findIndex((id) => !invoices.includes(id));
  if (stranger >= 0) throw refuseField('REFERENCE_UNKNOWN', `${within}invoiceIds.${stranger}`);
  const last = terms.instalments.length - 1;
  if (sum(terms.instalments.map((one) => one.amount)) > amount)
    throw refuseField('ALLOC_EXCEEDS_TARGET', `${within}instalments.${last}.amount`);
}

async function supersede(db: Db, clientId: string, { currency, entityId }: Terms, on: string): Promise<void> {
  await sql`insert into promise_change (promise_id, n, state, changed_on)
    select id, changes + 1, 'superseded', greatest(${on}::date, since) from promise
    where client_id = ${clientId} and currency = ${currency} and state = 'open'
      and (entity_id is null or ${entityId}::uuid is null or entity_id = ${entityId})`.execute(db);
}

interface Recorded {
  id?: string | undefined;
  note: string | null;
  followUpId: string | null;
  /** The path of the terms in the caller's input. */
  within: string;
  clock?: Clock;
}

/**
 * Records what a client promised, in place of its open promises for the same billing entity. Call `lockFollowUp` first.
 * Refuses each error on its field.
 */
export async function recordPromise(
  db: Db,
  asked: AskedClient,
  terms: Terms,
  { id = uuidv7(), note, followUpId, within, clock = null }: Recorded,
): Promise<string> {
  await checkChoices(db, [{ field: `${within}entityId`, ids: [terms.entityId], among: 'billingEntities' }]);
  const { today } = await db
    .selectFrom('billingEntity')
    .select(sql<string>`(${at(clock)} at time zone timezone)::date`.as('today'))
    .where('id', '=', terms.entityId ?? asked.defaultEntityId)
    .executeTakeFirstOrThrow();
  checkDates(terms, today, within);
  await checkAmounts(db, asked, terms, within);
  await supersede(db, asked.id, terms, today);
  const { currency, entityId, instalments } = terms;
  await db
    .insertInto('promise')
    .values({
      id,
      clientId: asked.id,
      followUpId,
      currency,
      entityId,
      promisedOn: today,
      since: today,
      amount: sum(instalments.map(({ amount }) => amount)),
      dueOn: instalments[0]?.dueOn ?? today,
      note,
    })
    .execute();
  await db
    .insertInto('promiseInstalment')
    .values(instalments.map((one, index) => ({ promiseId: id, no: index + 1, ...one })))
    .execute();
  const invoiceIds = [...new Set(terms.invoiceIds)];
  if (invoiceIds.length > 0)
    await db
      .insertInto('promiseInvoice')
      .values(invoiceIds.map((invoiceId) => ({ promiseId: id, invoiceId })))
      .execute();
  await reviseProposals(db, asked.id);
  return id;
}

/** Refuses NOT_FOUND, and what `recordPromise` refuses. */
export async function createPromise(
  db: Db,
  user: CurrentUser,
  { id, clientId, note, ...terms }: ParsedInputOf<typeof promises.create>,
): Promise<Promised> {
  const asked = await askedClient(db, user, clientId);
  await lockFollowUp(db, clientId);
  const recorded = await recordPromise(db, asked, terms, { id, note, followUpId: null, within: '' });
  return getPromise(db, user, recorded);
}

/** Refuses NOT_FOUND, and STATE_NOT_ALLOWED for a promise that is no longer open. */
export async function withdrawPromise(
  db: Db,
  user: CurrentUser,
  { id, note }: ParsedInputOf<typeof promises.withdraw>,
): Promise<Promised> {
  const { client } = await getPromise(db, user, id);
  await lockFollowUp(db, client.id);
  const { state } = await getPromise(db, user, id);
  if (state !== 'open') throw new Refusal('STATE_NOT_ALLOWED', { from: state, to: 'withdrawn' });
  await sql`insert into promise_change (promise_id, n, state, changed_on, note)
    select promise.id, changes + 1, 'withdrawn', (now() at time zone timezone)::date, ${note}
    from promise join client on client.id = promise.client_id
      join billing_entity on billing_entity.id = coalesce(promise.entity_id, client.default_entity_id)
    where promise.id = ${id}`.execute(db);
  await reviseProposals(db, client.id);
  return getPromise(db, user, id);
}
