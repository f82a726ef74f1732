import { sql } from 'kysely';
import type { refundModes } from '@daybook/contracts/billing/settlement/refunds';
import { minor } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import { Refusal } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { checkUndoDate } from './allocations.rules.ts';

/** The tables of refunds, which have the same columns, each with the column of the document that the refund belongs to. */
const paidOutOf = { receiptRefund: 'receiptId', creditNoteRefund: 'creditNoteId' } as const;
type RefundTable = keyof typeof paidOutOf;

interface TakenBack {
  /** The receipt or credit note. */
  id: string;
  refundId: string;
  date: string;
  reason: string;
}

interface StandingRefund {
  amount: Minor;
  /** Minor units of the entity's base currency: the carrying amount of the refund. */
  base: Minor;
  fxRate: string;
  mode: (typeof refundModes)[number];
}

/** Refuses NOT_FOUND, STATE_NOT_ALLOWED for a refund that was already taken back, and a `date` before the refund or in the future. */
export async function refundToTakeBack(
  db: Db,
  table: RefundTable,
  { id, refundId, date }: TakenBack,
  today: string,
): Promise<StandingRefund> {
  const { rows } = await sql<
    Omit<StandingRefund, 'amount' | 'base'> & {
      amount: Minor;
      base: Minor;
      refundedOn: string;
      reversedOn: string | null;
    }
  >`
    select amount, base, fx_rate, mode, refunded_on, reversed_on from ${sql.table(table)}
    where id = ${refundId} and ${sql.ref(paidOutOf[table])} = ${id}`.execute(db);
  const [refund] = rows;
  if (!refund) throw new Refusal('NOT_FOUND');
  const { amount, base, fxRate, mode, refundedOn, reversedOn } = refund;
  if (reversedOn !== null) throw new Refusal('STATE_NOT_ALLOWED', { from: 'reversed', to: 'reversed' });
  checkUndoDate(date, refundedOn, today);
  return { amount: minor(amount), base: minor(base), fxRate, mode };
}

export const storeTakenBack = (
  db: Db,
  user: CurrentUser,
  table: RefundTable,
  { refundId, date, reason }: TakenBack,
) =>
  db
    .updateTable(table)
    .set({
      reversedOn: date,
      reversedAt: sql<string>`now()`,
      reversedBy: user.id,
      reversalReason: reason,
    })
    .where('id', '=', refundId)
    .execute();
