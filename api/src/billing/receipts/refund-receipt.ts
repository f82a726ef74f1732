import { sql } from 'kysely';
import type { Insertable } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { Receipt, receipts } from '@daybook/contracts/billing/receipts/receipts';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { add, minor, proportion, subtract } from '@daybook/contracts/money/money';
import { Refusal } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import type { DB } from '../../db/schema.ts';
import { taxFreed } from '../../ledger/advance-entries.ts';
import { postEntry } from '../../ledger/post-entries.ts';
import { mirrored } from '../../ledger/receipt-entries.ts';
import { refundEntries } from '../../ledger/refund-entries.ts';
import { latest } from '../settlement/allocations.rules.ts';
import { paidFrom } from '../settlement/paid-from.ts';
import { checkRefund } from '../settlement/refunds.rules.ts';
import { refundToTakeBack, storeTakenBack } from '../settlement/take-back-refund.ts';
import { entryOf } from '../settlement/take-back.ts';
import { nextNumber } from '../documents/take-number.ts';
import { holdReceipt, restOf, termsOf } from './change-receipt.ts';
import type { HeldReceipt } from './change-receipt.ts';
import { getReceipt } from './receipts.queries.ts';

/**
 * Pays back an amount that is not allocated. Refuses NOT_FOUND, STATE_NOT_ALLOWED (including for a cheque that may
 * still bounce), an `amount` above what is available, and a date in the future or before the amount became available.
 */
export async function refundReceipt(
  db: Db,
  user: CurrentUser,
  input: ParsedInputOf<typeof receipts.refund>,
): Promise<Receipt> {
  const { id, date, mode, reference } = input;
  const receipt = await holdReceipt(db, user, id, 'refunded');
  if (receipt.mode === 'cheque' && receipt.status !== 'cleared')
    throw new Refusal('STATE_NOT_ALLOWED', { from: receipt.status, to: 'refunded' });
  const rest = restOf(receipt);
  const { clientId } = receipt;
  const held = termsOf(receipt);
  const freeSince = latest(receipt.receiptDate, receipt.clearedOn, rest.releasedOn);
  const fxRate = checkRefund({ ...held, today: receipt.today, available: rest.available }, input, freeSince);
  const terms = { ...held, fxRate };
  const amount = minor(input.amount);
  const base = proportion(rest.carried, amount, rest.available);
  const refundId = uuidv7();
  const freed = taxFreed(receipt, rest.available, subtract(rest.available, amount));
  await postEntry(db, {
    ...terms,
    date,
    source: { type: 'refund', id: refundId },
    postings: refundEntries({ ...terms, clientId, mode, amount, base, freed }),
  });
  const account = await paidFrom(db, receipt.entityId, input);
  const paid = { mode, fxRate, reference, paidFrom: account };
  const refund = { id: refundId, receiptId: id, amount, base, refundedOn: date, ...paid };
  await storeRefund(db, receipt, refund);
  return getReceipt(db, user, id);
}

type Refund = Insertable<DB['receiptRefund']> & { id: string; refundedOn: string };

/** A refund of a taxed advance is documented by a refund voucher, whose number is taken in the same statement. */
async function storeRefund(db: Db, { entityId, advanceTax }: HeldReceipt, refund: Refund): Promise<void> {
  if (advanceTax === null) {
    await db.insertInto('receiptRefund').values(refund).execute();
    return;
  }
  const { fy, source } = await nextNumber(db, {
    entityId,
    docKind: 'refund_voucher',
    documentId: refund.id,
    date: refund.refundedOn,
  });
  await db
    .with('taken', (query) => query.selectFrom(source.as('taken')).selectAll())
    .insertInto('receiptRefund')
    .values({
      ...refund,
      fy,
      seq: sql<number>`(select taken_seq from taken)`,
      number: sql<string>`(select taken_number from taken)`,
    })
    .execute();
}

/**
 * Takes back a refund on a given date: the money is in the account again, and the amount is the client's advance, with
 * its tax. A refund voucher keeps its number. Refuses NOT_FOUND, STATE_NOT_ALLOWED when it was already taken back, and
 * a `date` before the refund or in the future.
 */
export async function takeBackReceiptRefund(
  db: Db,
  user: CurrentUser,
  input: ParsedInputOf<typeof receipts.takeBackRefund>,
): Promise<Receipt> {
  const { id, refundId, date } = input;
  const receipt = await holdReceipt(db, user, id, 'reversed');
  const { amount, base, fxRate, mode } = await refundToTakeBack(db, 'receiptRefund', input, receipt.today);
  const { clientId } = receipt;
  const terms = { ...termsOf(receipt), fxRate };
  const { available } = restOf(receipt);
  const freed = taxFreed(receipt, add(available, amount), available);
  await postEntry(
    db,
    {
      ...terms,
      date,
      source: { type: 'reversal', id: refundId },
      postings: mirrored(refundEntries({ ...terms, clientId, mode, amount, base, freed })),
    },
    await entryOf(db, 'refund', refundId),
  );
  await storeTakenBack(db, user, 'receiptRefund', input);
  return getReceipt(db, user, id);
}
