import { uuidv7 } from 'uuidv7';
import type { Receipt, receipts } from '@daybook/contracts/billing/receipts';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { minor, proportion } from '@daybook/contracts/money/money';
import { Refusal } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../auth/current-user.ts';
import type { Db } from '../db/database.ts';
import { postEntry } from '../ledger/post-entries.ts';
import { refundEntries } from '../ledger/refund-entries.ts';
import { holdReceipt, restOf, termsOf } from './change-receipt.ts';
import { getReceipt } from './receipts.queries.ts';
import { latest } from './receipts.rules.ts';
import { checkRefund } from './refunds.rules.ts';

/**
 * Pays back what is not allocated. Refuses NOT_FOUND, STATE_NOT_ALLOWED, also of a cheque that may still bounce, more than
 * the rest on `amount`, and a day before it was free or to come.
 */
export async function refundReceipt(
  db: Db,
  user: CurrentUser,
  input: ParsedInputOf<typeof receipts.refund>,
): Promise<Receipt> {
  const { id, date, mode, fxRate, reference } = input;
  const receipt = await holdReceipt(db, user, id, 'refunded');
  if (receipt.mode === 'cheque' && receipt.state !== 'cleared')
    throw new Refusal('STATE_NOT_ALLOWED', { from: receipt.state, to: 'refunded' });
  const rest = restOf(receipt);
  const { clientId } = receipt;
  const terms = { ...termsOf(receipt), fxRate };
  const freeSince = latest(receipt.receiptDate, receipt.clearedOn, rest.releasedOn);
  checkRefund({ ...terms, today: receipt.today, available: rest.available }, input, freeSince);
  const amount = minor(input.amount);
  const base = proportion(rest.carried, amount, rest.available);
  const refundId = uuidv7();
  await db
    .insertInto('receiptRefund')
    .values({ id: refundId, receiptId: id, amount, base, refundedOn: date, mode, fxRate, reference })
    .execute();
  await postEntry(db, {
    ...terms,
    date,
    source: { type: 'refund', id: refundId },
    postings: refundEntries({ ...terms, clientId, mode, amount, base }),
  });
  return getReceipt(db, user, id);
}
