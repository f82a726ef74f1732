import { sql } from 'kysely';
import type { Expense } from '@daybook/contracts/billing/expenses/expenses';
import { toDecimal, minor } from '@daybook/contracts/money/money';
import { CurrencyCode } from '@daybook/contracts/money/currency';
import type { NotificationKind } from '@daybook/contracts/notifications';
import type { Db } from '../../db/database.ts';
import { expenseDeciders } from '../documents/expense-deciders.ts';

async function tell(
  db: Db,
  people: readonly string[],
  kind: NotificationKind,
  { id, description, claimant, gross, currency }: Expense,
  more: Record<string, string> = {},
): Promise<void> {
  const amount = `${toDecimal(minor(gross), CurrencyCode.parse(currency))} ${currency}`;
  const params = JSON.stringify({ what: description, amount, name: claimant.label, ...more });
  for (const person of people)
    await sql`select tell(${person}, ${kind}, ${params}::jsonb, 'expense', ${id})`.execute(db);
}

/** Notifies the claimant, unless the claimant is the person who acted. */
export const tellClaimant = (
  db: Db,
  kind: NotificationKind,
  expense: Expense,
  more: Record<string, string> = {},
): Promise<void> => tell(db, [expense.claimant.id], kind, expense, more);

/** Notifies everyone who may decide on the expense. */
export async function tellApprovers(db: Db, expense: Expense): Promise<void> {
  await tell(db, await expenseDeciders(db, expense.claimant.id), 'expense_to_approve', expense);
}
