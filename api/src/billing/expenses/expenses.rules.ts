import { isOpenTo, mayTake, stepTo } from '@daybook/contracts/billing/expenses/expense-machine';
import type { ExpenseStep } from '@daybook/contracts/billing/expenses/expense-machine';
import type { Expense } from '@daybook/contracts/billing/expenses/expenses';
import { Refusal } from '@daybook/contracts/refusals';
import type { RefusalCode } from '@daybook/contracts/refusals';
import { holds, isAdmin } from '../../auth/current-user.ts';
import type { CurrentUser } from '../../auth/current-user.ts';

const personOf = (user: CurrentUser) => ({
  id: user.id,
  isAdmin: isAdmin(user),
  holds: (key: Parameters<typeof holds>[1]) => holds(user, key),
});

/** The refusal of people who decide on their own expense, which is not that of a missing permission. */
const ownDecision: Partial<Record<ExpenseStep, RefusalCode>> = {
  approve: 'APPROVER_IS_CLAIMANT',
  reverse: 'APPROVER_IS_CLAIMANT',
  reimburse: 'OWN_MONEY',
  takeBack: 'OWN_MONEY',
};

/** Refuses PERM_DENIED, APPROVER_IS_CLAIMANT, OWN_MONEY and STATE_NOT_ALLOWED. */
export function checkStep(
  expense: Pick<Expense, 'status' | 'paidBy' | 'claimant'>,
  step: ExpenseStep,
  user: CurrentUser,
): void {
  if (!mayTake(expense, step, personOf(user))) {
    const isOwn = expense.claimant.id === user.id && holds(user, 'expenses.edit');
    throw new Refusal((isOwn && ownDecision[step]) || 'PERM_DENIED');
  }
  if (!isOpenTo(expense, step))
    throw new Refusal('STATE_NOT_ALLOWED', { from: expense.status, to: stepTo(step) ?? 'removed' });
}
