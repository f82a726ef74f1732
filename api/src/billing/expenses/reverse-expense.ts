import { sql } from 'kysely';
import type { Expense, expenses } from '@daybook/contracts/billing/expenses/expenses';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { lockAtVersion, nextVersion } from '../../db/versions.ts';
import { postReversal } from '../../ledger/post-entries.ts';
import { effectiveDate } from '../documents/effective-date.rules.ts';
import { todayIn } from '../documents/invoice-basis.ts';
import { withdrawPendingItem } from '../pending/pending-items.ts';
import { getExpense } from './expenses.queries.ts';
import { checkStep } from './expenses.rules.ts';
import { tellClaimant } from './tell-of-expense.ts';

/** The last date on which one of these sources was posted, or a reimbursement of the expense was taken back. */
async function lastPosted(db: Db, id: string, sources: readonly string[]): Promise<string> {
  const { day } = await db
    .selectFrom('journalEntry')
    .select((eb) => sql<string>`greatest(${eb.fn.max('entryDate')}, expense_owed_since(${id}))`.as('day'))
    .where('sourceType', '=', 'expense')
    .where('sourceId', 'in', [...sources])
    .executeTakeFirstOrThrow();
  return day;
}

/**
 * Reverses everything that an approved expense posted, including the loss of a disbursement that was given up, and
 * removes its pending item. Refuses as `checkStep`, ALREADY_INVOICED, and a `date` before its postings or in the future.
 */
export async function reverseExpense(
  db: Db,
  user: CurrentUser,
  { id, date, reason }: ParsedInputOf<typeof expenses.reverse>,
  version: number,
): Promise<Expense> {
  const expense = await lockAtVersion(db, 'expense', id, version, () => getExpense(db, user, id));
  checkStep(expense, 'reverse', user);
  const givenUp = await withdrawPendingItem(db, 'expense', id);
  const sources = givenUp === null ? [id] : [id, givenUp];
  const { timezone } = await db
    .selectFrom('billingEntity')
    .select('timezone')
    .where('id', '=', expense.entity.id)
    .executeTakeFirstOrThrow();
  const on = effectiveDate(date, await lastPosted(db, id, sources), todayIn(timezone));
  for (const source of sources)
    await postReversal(db, { type: 'expense', id: source }, { type: 'reversal', id, date: on });
  await db
    .updateTable('expense')
    .set({
      status: 'reversed',
      reversedAt: sql<string>`now()`,
      reversedBy: user.id,
      reversedOn: on,
      reversalReason: reason,
      ...nextVersion,
    })
    .where('id', '=', id)
    .execute();
  await tellClaimant(db, 'expense_reversed', expense, { reason });
  return getExpense(db, user, id);
}
