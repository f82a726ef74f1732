import { sql } from 'kysely';
import type { Expense, expenses } from '@daybook/contracts/billing/expenses/expenses';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { Refusal } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { lockAtVersion, nextVersion } from '../../db/versions.ts';
import { reverseEntry } from '../../ledger/post-entries.ts';
import { effectiveDate } from '../documents/effective-date.rules.ts';
import { todayIn } from '../documents/invoice-basis.ts';
import { reverseVoucher } from '../staff-accounts/reverse-voucher.ts';
import { settleExpenses } from '../staff-accounts/settle-expenses.ts';
import { getStaffVoucher } from '../staff-accounts/staff-vouchers.queries.ts';
import { getExpense } from './expenses.queries.ts';
import { checkStep } from './expenses.rules.ts';

/** Settles this one expense. Refuses as `checkStep` and `settleExpenses`. */
export async function reimburseExpense(
  db: Db,
  user: CurrentUser,
  { id, date, from }: ParsedInputOf<typeof expenses.reimburse>,
  version: number,
): Promise<Expense> {
  const expense = await lockAtVersion(db, 'expense', id, version, () => getExpense(db, user, id));
  checkStep(expense, 'reimburse', user);
  const { entity, claimant } = expense;
  const given = { entityId: entity.id, personId: claimant.id, id: undefined, reference: null, note: null };
  await settleExpenses(db, user, { ...given, expenseIds: [id], account: from, date });
  return getExpense(db, user, id);
}

/** Before there were vouchers, a reimbursement was posted as an entry of the expense. */
async function takeBackEntry(db: Db, { id, entity, reimbursement }: Expense, asked: string | null) {
  const { timezone } = await db
    .selectFrom('billingEntity')
    .select('timezone')
    .where('id', '=', entity.id)
    .executeTakeFirstOrThrow();
  const on = effectiveDate(asked, reimbursement?.on ?? '', todayIn(timezone));
  const { id: entryId } = await db
    .selectFrom('journalEntry as entry')
    .innerJoin('journalLine as line', 'line.entryId', 'entry.id')
    .innerJoin('ledgerAccount as account', 'account.id', 'line.accountId')
    .select('entry.id')
    .where('entry.sourceType', '=', 'expense')
    .where('entry.sourceId', '=', id)
    .where('account.systemKey', '=', 'staff_payable')
    .where('line.debit', '>', sql<never>`0`)
    .executeTakeFirstOrThrow();
  await reverseEntry(db, { id: entryId, entityId: entity.id }, { type: 'reversal', id, date: on });
  await db
    .updateTable('expense')
    .set({
      status: 'approved',
      reimbursedAt: null,
      reimbursedBy: null,
      reimbursedOn: null,
      reimbursedFrom: null,
      ...nextVersion,
    })
    .where('id', '=', id)
    .execute();
}

/**
 * The amount is owed again. Refuses as `checkStep` and `reverseVoucher`, and SETTLED_WITH_OTHERS if the voucher pays other
 * expenses too, because it is reversed as a whole.
 */
export async function takeBackReimbursement(
  db: Db,
  user: CurrentUser,
  { id, date, reason }: ParsedInputOf<typeof expenses.takeBack>,
  version: number,
): Promise<Expense> {
  const expense = await lockAtVersion(db, 'expense', id, version, () => getExpense(db, user, id));
  checkStep(expense, 'takeBack', user);
  const { voucher = null } = expense.reimbursement ?? {};
  if (voucher === null) {
    await takeBackEntry(db, expense, date);
    return getExpense(db, user, id);
  }
  const paid = await getStaffVoucher(db, user, voucher.id);
  if (paid.expenses.length > 1) throw new Refusal('SETTLED_WITH_OTHERS', { number: voucher.label });
  await reverseVoucher(db, user, { id: voucher.id, date, reason }, paid.version);
  return getExpense(db, user, id);
}
