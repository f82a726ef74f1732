import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { FollowUpBasis, disputes } from '@daybook/contracts/receivables/follow-up/follow-ups';
import { Refusal, refuseField } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { inScope } from '../../scope.ts';
import { reviseProposals } from '../reminders/revise-proposals.ts';
import { followUpBasis } from './follow-up.queries.ts';

const today = sql<string>`(now() at time zone entity.timezone)::date`.as('today');

/** Locks an issued invoice, so that of two who dispute it the second finds it disputed. */
async function lockIssued(db: Db, user: CurrentUser, invoiceId: string) {
  const invoice = await db
    .selectFrom('invoiceState as invoice')
    .innerJoin('billingEntity as entity', 'entity.id', 'invoice.entityId')
    .select(['invoice.clientId', 'invoice.status', 'invoice.outstanding', 'invoice.issueDate', today])
    .where('invoice.invoiceId', '=', invoiceId)
    .where('invoice.status', '<>', 'draft')
    .where('invoice.docKind', '<>', 'proforma')
    .where(inScope.client(user, sql.ref('invoice.clientId')))
    .forNoKeyUpdate('invoice')
    .executeTakeFirst();
  if (!invoice) throw refuseField('REFERENCE_UNKNOWN', 'invoiceId');
  const earlier = await db
    .selectFrom('dispute')
    .select([sql<boolean>`bool_or(to_on is null)`.as('isLive'), sql<string | null>`max(to_on)`.as('endedOn')])
    .where('invoiceId', '=', invoiceId)
    .executeTakeFirstOrThrow();
  return { ...invoice, ...earlier };
}

/**
 * Refuses REFERENCE_UNKNOWN on `invoiceId`, STATE_NOT_ALLOWED for an invoice that is settled or disputed already, and on their
 * fields an amount above what is open, and a day before the issue, before the end of the last dispute, or in the future.
 */
export async function disputeInvoice(
  db: Db,
  user: CurrentUser,
  { id = uuidv7(), invoiceId, amount, reason, fromOn }: ParsedInputOf<typeof disputes.create>,
): Promise<FollowUpBasis> {
  const invoice = await lockIssued(db, user, invoiceId);
  if (invoice.isLive) throw new Refusal('STATE_NOT_ALLOWED', { from: 'disputed', to: 'disputed' });
  if (invoice.outstanding <= 0)
    throw new Refusal('STATE_NOT_ALLOWED', { from: invoice.status, to: 'disputed' });
  if (amount !== null && amount > invoice.outstanding) throw refuseField('ALLOC_EXCEEDS_TARGET', 'amount');
  const day = fromOn ?? invoice.today;
  const earliest =
    invoice.endedOn !== null && invoice.endedOn > invoice.issueDate ? invoice.endedOn : invoice.issueDate;
  if (day < earliest) throw refuseField('INPUT_INVALID', 'fromOn', { earliest }, 'DATE_TOO_EARLY');
  if (day > invoice.today) throw refuseField('INPUT_INVALID', 'fromOn', {}, 'DATE_IN_FUTURE');
  await db.insertInto('dispute').values({ id, invoiceId, amount, reason, fromOn: day }).execute();
  await reviseProposals(db, invoice.clientId);
  return followUpBasis(db, user, invoice.clientId);
}

/** Takes a dispute back today. Refuses NOT_FOUND, and STATE_NOT_ALLOWED if it was taken back before. */
export async function takeBackDispute(
  db: Db,
  user: CurrentUser,
  { id, note }: ParsedInputOf<typeof disputes.takeBack>,
): Promise<FollowUpBasis> {
  const dispute = await db
    .selectFrom('dispute')
    .innerJoin('invoiceState as invoice', 'invoice.invoiceId', 'dispute.invoiceId')
    .innerJoin('billingEntity as entity', 'entity.id', 'invoice.entityId')
    .select(['invoice.clientId', 'dispute.toOn', today])
    .where('dispute.id', '=', id)
    .where(inScope.client(user, sql.ref('invoice.clientId')))
    .forUpdate('dispute')
    .executeTakeFirst();
  if (!dispute) throw new Refusal('NOT_FOUND');
  if (dispute.toOn !== null) throw new Refusal('STATE_NOT_ALLOWED', { from: 'taken_back', to: 'taken_back' });
  await db
    .updateTable('dispute')
    .set({ toOn: dispute.today, endedAt: sql<string>`now()`, endedBy: user.id, endNote: note })
    .where('id', '=', id)
    .execute();
  await reviseProposals(db, dispute.clientId);
  return followUpBasis(db, user, dispute.clientId);
}
