import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { Receipt, receipts } from '@daybook/contracts/billing/receipts/receipts';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { NOTHING, add, minor, subtract, sum } from '@daybook/contracts/money/money';
import { settlingAmount } from '@daybook/contracts/money/settlement';
import type { AdvanceTax } from '@daybook/contracts/money/settlement';
import { Refusal, refuseField } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import { json } from '../../db/database.ts';
import type { Db } from '../../db/database.ts';
import { taxFreed } from '../../ledger/advance-entries.ts';
import { evenOutCash } from '../../ledger/even-out-cash.ts';
import { postEntry, postReversal } from '../../ledger/post-entries.ts';
import {
  allocationEntries,
  inBase,
  mirrored,
  receiptEntries,
  settledByReceipt,
} from '../../ledger/receipt-entries.ts';
import { inScope } from '../../scope.ts';
import { lockInvoices, lockTargets, paidFor } from '../settlement/allocation-targets.ts';
import { entryOf, takeBack } from '../settlement/take-back.ts';
import { checkUndoDate, latest, planAllocations } from '../settlement/allocations.rules.ts';
import type { AllocationSource } from '../settlement/allocations.rules.ts';
import { withheldByOf, withholdingOfSettled } from '../documents/withholding-terms.ts';
import { takeBackRemainders, writeOffRemainders } from '../settlement/write-off-remainders.ts';
import { takeBackWithheld } from '../settlement/write-off-withheld.ts';
import { chargeForBounce } from './bounce-charge.ts';
import { getReceipt, displayStatus } from './receipts.queries.ts';

async function allocationsOf(db: Db, receiptId: string) {
  const rows = await db
    .selectFrom('allocation')
    .innerJoin('invoice', 'invoice.id', 'allocation.invoiceId')
    .select([
      'allocation.id',
      'allocation.invoiceId',
      'invoice.clientId',
      'allocation.amount',
      'allocation.withheldPart',
      'allocation.invoiceBase',
      'allocation.receiptBase',
      'allocation.allocatedOn',
      'allocation.reversedOn',
    ])
    .where('receiptId', '=', receiptId)
    .execute();
  return rows.map((row) => ({
    ...row,
    amount: minor(row.amount),
    withheldPart: minor(row.withheldPart),
    invoiceBase: minor(row.invoiceBase),
    receiptBase: minor(row.receiptBase),
  }));
}

/** The person with whom the cash was left, if it was: the setting of the billing entity may have changed since. */
const heldBy = sql<
  string | null
>`(select line.user_id from journal_entry entry join journal_line line on line.entry_id = entry.id
  where entry.source_type = 'receipt' and entry.source_id = receipt.id
    and line.account_id = (select id from ledger_account where system_key = 'staff_cash'))`;

/** Locks a receipt until commit. Refuses NOT_FOUND, and STATE_NOT_ALLOWED when it has bounced or been reversed. */
export async function holdReceipt(db: Db, user: CurrentUser, id: string, to: string) {
  const receipt = await db
    .selectFrom('receiptState as state')
    .innerJoin('receipt', 'receipt.id', 'state.receiptId')
    .innerJoin('billingEntity as entity', 'entity.id', 'receipt.entityId')
    .select([
      'receipt.id',
      'receipt.entityId',
      'receipt.clientId',
      // A receipt from the old system counts from the cut-over date.
      sql<string>`coalesce(receipt.opening_on, receipt.receipt_date)`.as('receiptDate'),
      'receipt.instrumentNo',
      'receipt.instrumentDate',
      'receipt.currency',
      'receipt.fxRate',
      'receipt.amount',
      'receipt.withheld',
      'receipt.bankCharge',
      sql<AdvanceTax | null>`receipt.advance_tax`.as('advanceTax'),
      sql<Receipt['docLocale']>`receipt.doc_locale`.as('docLocale'),
      sql<Receipt['mode']>`receipt.mode`.as('mode'),
      sql<Receipt['status']>`${displayStatus}`.as('status'),
      'state.depositedOn',
      'state.clearedOn',
      'state.refunded',
      'entity.baseCurrency',
      'entity.fyStart',
      sql<string>`(now() at time zone entity.timezone)::date`.as('today'),
      heldBy.as('heldBy'),
    ])
    .where('receipt.id', '=', id)
    .where(inScope.client(user, sql.ref('receipt.clientId')))
    .forUpdate('state')
    .executeTakeFirst();
  if (!receipt) throw new Refusal('NOT_FOUND');
  if (receipt.status === 'bounced' || receipt.status === 'reversed')
    throw new Refusal('STATE_NOT_ALLOWED', { from: receipt.status, to });
  const allocations = settledByReceipt(receipt, await allocationsOf(db, id));
  const refunds = await db
    .selectFrom('receiptRefund')
    .select(['base', 'reversedOn'])
    .where('receiptId', '=', id)
    .execute();
  const paidBack = refunds.filter(({ reversedOn }) => reversedOn === null);
  return {
    ...receipt,
    refundedBase: sum(paidBack.map(({ base }) => minor(base))),
    posted: { ...inBase(receipt, receipt.baseCurrency), heldBy: receipt.heldBy },
    live: allocations.filter(({ reversedOn }) => reversedOn === null),
    releasedOn: latest(...[...allocations, ...refunds].map(({ reversedOn }) => reversedOn)) || null,
  };
}

export type HeldReceipt = Awaited<ReturnType<typeof holdReceipt>>;

/** What may still be allocated or paid back. */
export const restOf = ({ posted, live, releasedOn, ...receipt }: HeldReceipt): AllocationSource => ({
  entityId: receipt.entityId,
  currency: receipt.currency,
  available: subtract(
    settlingAmount(posted),
    sum([minor(receipt.refunded), ...live.map(({ amount }) => amount)]),
  ),
  withheld: subtract(posted.withheld, sum(live.map(({ withheldPart }) => withheldPart))),
  carried: subtract(
    settlingAmount(posted.base),
    sum([receipt.refundedBase, ...live.map(({ receiptBase }) => receiptBase)]),
  ),
  date: receipt.receiptDate,
  releasedOn,
});

export const termsOf = ({ entityId, currency, baseCurrency, fxRate }: HeldReceipt) => ({
  entityId,
  currency,
  baseCurrency,
  fxRate,
});

/** Settles invoices with the client's advance, including invoices of a group that the client pays for. Refuses as `createReceipt`. */
export async function allocateReceipt(
  db: Db,
  user: CurrentUser,
  { id, date, allocations }: ParsedInputOf<typeof receipts.allocate>,
): Promise<Receipt> {
  const receipt = await holdReceipt(db, user, id, 'allocated');
  const targets = await lockTargets(
    db,
    // The tax in an advance belongs to the payer's own supplies.
    receipt.advanceTax === null ? await paidFor(db, user, receipt.clientId) : [receipt.clientId],
    allocations.map(({ invoiceId }) => invoiceId),
  );
  const source = restOf(receipt);
  const planned = planAllocations(source, targets, allocations, date);
  if (date > latest(receipt.today, receipt.receiptDate))
    throw refuseField('INPUT_INVALID', 'date', {}, 'DATE_FUTURE');
  const withholding = await withholdingOfSettled(db, planned, { ...receipt, date: receipt.receiptDate });
  const made = withheldByOf(planned, withholding).map((allocation) => ({ id: uuidv7(), ...allocation }));
  let left = source.available;
  for (const settled of settledByReceipt(receipt, made)) {
    const { withheldBy, clientId: _, withheld: _withheld, ...allocation } = settled;
    const after = subtract(left, allocation.amount);
    await db
      .insertInto('allocation')
      .values({ receiptId: id, ...allocation, withheldBy: withheldBy === null ? null : json(withheldBy) })
      .execute();
    await postEntry(db, {
      ...termsOf(receipt),
      date: allocation.allocatedOn,
      source: { type: 'allocation', id: allocation.id },
      postings: allocationEntries(receipt.clientId, settled, taxFreed(receipt, left, after)),
    });
    left = after;
  }
  await writeOffRemainders(db, receipt, allocations, targets, made);
  await takeBackWithheld(db, user, id, { date });
  return getReceipt(db, user, id);
}

/**
 * Takes back one allocation on a given date. Refuses NOT_FOUND, STATE_NOT_ALLOWED when it was already taken back,
 * PERM_DENIED for an allocation made by another person or on an earlier day, and a `date` before the allocation or in
 * the future.
 */
export async function unallocateReceipt(
  db: Db,
  user: CurrentUser,
  { id, allocationId, date }: ParsedInputOf<typeof receipts.unallocate>,
): Promise<Receipt> {
  const receipt = await holdReceipt(db, user, id, 'unallocated');
  const shown = (await getReceipt(db, user, id)).allocations.find((row) => row.id === allocationId);
  if (!shown) throw new Refusal('NOT_FOUND');
  const allocation = receipt.live.find((row) => row.id === allocationId);
  if (!allocation) throw new Refusal('STATE_NOT_ALLOWED', { from: 'reversed', to: 'reversed' });
  if (!shown.mayUnallocate) throw new Refusal('PERM_DENIED');
  checkUndoDate(date, allocation.allocatedOn, receipt.today);
  await lockInvoices(db, [allocation.invoiceId]);
  await takeBack(db, user, [allocationId], date);
  await takeBackRemainders(db, user, [allocationId], date);
  const { available } = restOf(receipt);
  // The amount is an advance again (or for the first time, if it was allocated on the receipt's date), so its tax is
  // held with that of the remainder.
  const freed = taxFreed(receipt, add(available, allocation.amount), available);
  await postEntry(
    db,
    {
      ...termsOf(receipt),
      date,
      source: { type: 'reversal', id: allocationId },
      postings: mirrored(allocationEntries(receipt.clientId, allocation, freed)),
    },
    await entryOf(db, 'allocation', allocationId),
  );
  await takeBackWithheld(db, user, id, { date });
  return getReceipt(db, user, id);
}

/**
 * Reverses a receipt on a given date. The invoices that it settled are outstanding again, and a reversal of everything
 * it has posted so far returns the money, including from the bank account. Refuses STATE_NOT_ALLOWED (including
 * while a part is refunded), a `date` in the future or before the last change of the receipt, and `bounced` unless it is
 * a cheque that has not cleared.
 */
export async function reverseReceipt(
  db: Db,
  user: CurrentUser,
  input: ParsedInputOf<typeof receipts.reverse>,
): Promise<Receipt> {
  const { id, date, reason, bounced } = input;
  const status = bounced ? 'bounced' : 'reversed';
  const receipt = await holdReceipt(db, user, id, status);
  if (bounced && receipt.mode !== 'cheque') throw refuseField('INPUT_INVALID', 'bounced', {}, 'NOT_A_CHEQUE');
  if (receipt.mode === 'opening') throw new Refusal('STATE_NOT_ALLOWED', { from: 'opening', to: status });
  if (receipt.refunded > 0) throw new Refusal('STATE_NOT_ALLOWED', { from: 'refunded', to: status });
  if (bounced && receipt.status === 'cleared')
    throw new Refusal('STATE_NOT_ALLOWED', { from: receipt.status, to: status });
  const { live } = receipt;
  const earliest = latest(
    receipt.receiptDate,
    receipt.depositedOn,
    receipt.clearedOn,
    receipt.releasedOn,
    ...live.map(({ allocatedOn }) => allocatedOn),
  );
  checkUndoDate(date, earliest, receipt.today);
  if (live.length > 0) {
    await lockInvoices(
      db,
      live.map(({ invoiceId }) => invoiceId),
    );
    const ids = live.map((row) => row.id);
    await takeBack(db, user, ids, date);
    await takeBackRemainders(db, user, ids, date);
  }
  await takeBackWithheld(db, user, id, { date, isReversed: true });
  await postEntry(
    db,
    {
      ...termsOf(receipt),
      date,
      source: { type: 'reversal', id },
      postings: mirrored(
        receiptEntries(receipt.posted, live, taxFreed(receipt, restOf(receipt).available, NOTHING)),
      ),
    },
    await entryOf(db, 'receipt', id),
  );
  await postReversal(db, { type: 'deposit', id }, { type: 'reversal', id, date });
  await evenOutCash(db, { ...termsOf(receipt), date, source: { type: 'reversal', id } });
  await chargeForBounce(db, user, receipt, input);
  await db
    .updateTable('receiptState')
    .set({
      status,
      reversedAt: sql<string>`now()`,
      reversedBy: user.id,
      reversedOn: date,
      reversalReason: reason,
    })
    .where('receiptId', '=', id)
    .execute();
  return getReceipt(db, user, id);
}
