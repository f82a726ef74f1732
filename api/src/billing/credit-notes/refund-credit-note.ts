import { uuidv7 } from 'uuidv7';
import type { CreditNote } from '@daybook/contracts/billing/credit-notes/credit-note-record';
import type { creditNotes } from '@daybook/contracts/billing/credit-notes/credit-notes';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { minor, proportion } from '@daybook/contracts/money/money';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { postEntry } from '../../ledger/post-entries.ts';
import { mirrored } from '../../ledger/receipt-entries.ts';
import { refundEntries } from '../../ledger/refund-entries.ts';
import { latest } from '../settlement/allocations.rules.ts';
import { paidFrom } from '../settlement/paid-from.ts';
import { checkRefund } from '../settlement/refunds.rules.ts';
import { refundToTakeBack, storeTakenBack } from '../settlement/take-back-refund.ts';
import { entryOf } from '../settlement/take-back.ts';
import { holdCreditNote, termsOf } from './change-credit-note.ts';
import { getCreditNote } from './credit-notes.queries.ts';

/**
 * Pays back an amount that is neither applied nor refunded. Refuses a larger amount on `amount`, and a date in the
 * future or before the amount became available.
 */
export async function refundCreditNote(
  db: Db,
  user: CurrentUser,
  input: ParsedInputOf<typeof creditNotes.refund>,
): Promise<CreditNote> {
  const { id, date, mode, reference } = input;
  const note = await holdCreditNote(db, user, id, 'refunded');
  const fxRate = checkRefund(note, input, latest(note.issueDate, note.releasedOn));
  const amount = minor(input.amount);
  const base = proportion(note.carried, amount, note.available);
  const refundId = uuidv7();
  await db
    .insertInto('creditNoteRefund')
    .values({
      id: refundId,
      creditNoteId: id,
      amount,
      base,
      refundedOn: date,
      mode,
      fxRate,
      reference,
      paidFrom: await paidFrom(db, note.entityId, input),
    })
    .execute();
  const terms = { ...termsOf(note), fxRate };
  await postEntry(db, {
    ...terms,
    date,
    source: { type: 'refund', id: refundId },
    postings: refundEntries({ ...terms, clientId: note.clientId, mode, amount, base }),
  });
  return getCreditNote(db, user, id);
}

/**
 * Takes back a refund on a given date: the money is in the account again, and the credit note is open by the same
 * amount. Refuses NOT_FOUND, STATE_NOT_ALLOWED when it was already taken back, and a `date` before the refund or in the
 * future.
 */
export async function takeBackCreditNoteRefund(
  db: Db,
  user: CurrentUser,
  input: ParsedInputOf<typeof creditNotes.takeBackRefund>,
): Promise<CreditNote> {
  const { id, refundId, date } = input;
  const note = await holdCreditNote(db, user, id, 'reversed');
  const { amount, base, fxRate, mode } = await refundToTakeBack(db, 'creditNoteRefund', input, note.today);
  const terms = { ...termsOf(note), fxRate };
  await postEntry(
    db,
    {
      ...terms,
      date,
      source: { type: 'reversal', id: refundId },
      postings: mirrored(refundEntries({ ...terms, clientId: note.clientId, mode, amount, base })),
    },
    await entryOf(db, 'refund', refundId),
  );
  await storeTakenBack(db, user, 'creditNoteRefund', input);
  return getCreditNote(db, user, id);
}
