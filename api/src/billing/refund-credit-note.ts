import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { CreditNote } from '@daybook/contracts/billing/credit-note-record';
import type { creditNotes } from '@daybook/contracts/billing/credit-notes';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { minor, proportion } from '@daybook/contracts/money/money';
import { Refusal } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../auth/current-user.ts';
import type { Db } from '../db/database.ts';
import { postEntry } from '../ledger/post-entries.ts';
import { mirrored } from '../ledger/receipt-entries.ts';
import { refundEntries } from '../ledger/refund-entries.ts';
import { holdCreditNote, termsOf } from './change-credit-note.ts';
import { getCreditNote } from './credit-notes.queries.ts';
import { checkUndoDate, latest } from './receipts.rules.ts';
import { paidFrom } from './paid-from.ts';
import { checkRefund } from './refunds.rules.ts';
import { entryOf } from './take-back.ts';

/** Pays back what is neither applied nor refunded. Refuses more than that on `amount`, and a day before it was free or to come. */
export async function refundCreditNote(
  db: Db,
  user: CurrentUser,
  input: ParsedInputOf<typeof creditNotes.refund>,
): Promise<CreditNote> {
  const { id, date, mode, fxRate, reference } = input;
  const note = await holdCreditNote(db, user, id, 'refunded');
  checkRefund(note, input, latest(note.issueDate, note.releasedOn));
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
 * Takes a refund back on a day: the money is there again, and what it went back of is open. Refuses NOT_FOUND,
 * STATE_NOT_ALLOWED when it was taken back before, and on `date` a day before the refund or to come.
 */
export async function takeBackCreditNoteRefund(
  db: Db,
  user: CurrentUser,
  { id, refundId, date, reason }: ParsedInputOf<typeof creditNotes.takeBackRefund>,
): Promise<CreditNote> {
  const note = await holdCreditNote(db, user, id, 'reversed');
  const refund = await db
    .selectFrom('creditNoteRefund')
    .select([
      'amount',
      'base',
      'fxRate',
      'refundedOn',
      'reversedOn',
      sql<CreditNote['refunds'][number]['mode']>`mode`.as('mode'),
    ])
    .where('id', '=', refundId)
    .where('creditNoteId', '=', id)
    .executeTakeFirst();
  if (!refund) throw new Refusal('NOT_FOUND');
  if (refund.reversedOn !== null)
    throw new Refusal('STATE_NOT_ALLOWED', { from: 'reversed', to: 'reversed' });
  checkUndoDate(date, refund.refundedOn, note.today);
  const terms = { ...termsOf(note), fxRate: refund.fxRate };
  const { mode } = refund;
  const [amount, base] = [minor(refund.amount), minor(refund.base)];
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
  await db
    .updateTable('creditNoteRefund')
    .set({
      reversedOn: date,
      reversedAt: sql<string>`now()`,
      reversedBy: user.id,
      reversalReason: reason,
    })
    .where('id', '=', refundId)
    .execute();
  return getCreditNote(db, user, id);
}
