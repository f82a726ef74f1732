import { isOpenTo, mayTake, stepTo } from '@daybook/contracts/billing/expenses/expense-machine';
import type { ExpenseStep } from '@daybook/contracts/billing/expenses/expense-machine';
import type { Expense } from '@daybook/contracts/billing/expenses/expenses';
import { Refusal } from '@daybook/contracts/refusals';
import { holds } from '../../auth/current-user.ts';
import type { CurrentUser } from '../../auth/current-user.ts';

const personOf = (user: CurrentUser) => ({
  id: user.id,
  holds: (key: Parameters<typeof holds>[1]) => holds(user, key),
});

/** Whether the step decides on an expense. People who try that on their own expense are refused for that reason, not for a missing permission. */
const isOwnDecision = (step: ExpenseStep): boolean => step === 'approve' || step === 'reverse';

/** Refuses PERM_DENIED, APPROVER_IS_CLAIMANT and STATE_NOT_ALLOWED. */
export function checkStep(
  expense: Pick<Expense, 'status' | 'paidBy' | 'claimant'>,
  step: ExpenseStep,
  user: CurrentUser,
): void {
  if (!mayTake(expense, step, personOf(user)))
    throw new Refusal(
      isOwnDecision(step) && holds(user, 'expenses.edit') ? 'APPROVER_IS_CLAIMANT' : 'PERM_DENIED',
    );
  if (!isOpenTo(expense, step))
    throw new Refusal('STATE_NOT_ALLOWED', { from: expense.status, to: stepTo(step) ?? 'removed' });
}
