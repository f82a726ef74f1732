// The statuses of an expense and the steps between them, as data. The server checks each step against them, and the buttons follow them.
import type { Permission } from '../../permissions.ts';

export const expenseStatuses = [
  'draft',
  'submitted',
  'approved',
  'reimbursed',
  'rejected',
  'reversed',
] as const;
export type ExpenseStatus = (typeof expenseStatuses)[number];

export const paidByChoices = ['bank', 'cash', 'person'] as const;
export type PaidBy = (typeof paidByChoices)[number];

export const expenseSteps = [
  'edit',
  'remove',
  'submit',
  'withdraw',
  'approve',
  'reject',
  'reimburse',
  'takeBack',
  'reverse',
] as const;
export type ExpenseStep = (typeof expenseSteps)[number];

interface Step {
  from: readonly ExpenseStatus[];
  /** The status after the step; null if the step deletes the expense. */
  to: ExpenseStatus | null;
  key: Permission;
  /** The permission with which the claimant may take the step too; `never` if the claimant may not take it at all. */
  claimant?: Permission | 'never';
  /** `never` if only the claimant may take the step. */
  others?: 'never';
  /** Only admins may take the step. */
  admin?: true;
}

/** Editing a rejected expense makes it a draft again (docs/rules.md#state-machines). */
const steps: Record<ExpenseStep, Step> = {
  edit: { from: ['draft', 'rejected'], to: 'draft', key: 'expenses.edit', claimant: 'expenses.add' },
  remove: { from: ['draft', 'rejected'], to: null, key: 'expenses.delete' },
  submit: { from: ['draft'], to: 'submitted', key: 'expenses.edit', claimant: 'expenses.add' },
  withdraw: {
    from: ['submitted'],
    to: 'draft',
    key: 'expenses.edit',
    claimant: 'expenses.add',
    others: 'never',
  },
  approve: { from: ['submitted'], to: 'approved', key: 'expenses.edit', claimant: 'never' },
  reject: { from: ['submitted'], to: 'rejected', key: 'expenses.edit' },
  reimburse: { from: ['approved'], to: 'reimbursed', key: 'expenses.edit', claimant: 'never' },
  /** Takes a reimbursement back, so that the amount is owed again. */
  takeBack: { from: ['reimbursed'], to: 'approved', key: 'expenses.edit', claimant: 'never', admin: true },
  reverse: { from: ['approved'], to: 'reversed', key: 'expenses.edit', claimant: 'never' },
};

interface Claimed {
  status: ExpenseStatus;
  paidBy: PaidBy;
  claimant: { id: string };
}

export const stepTo = (step: ExpenseStep): ExpenseStatus | null => steps[step].to;

/** Whether the expense has a status from which the step is possible. Only an expense that a person paid is reimbursed. */
export const isOpenTo = (expense: Pick<Claimed, 'status' | 'paidBy'>, step: ExpenseStep): boolean =>
  steps[step].from.includes(expense.status) && (step !== 'reimburse' || expense.paidBy === 'person');

/** Whether a person with these permissions may take the step, whatever the status of the expense. */
export function mayTake(
  expense: Pick<Claimed, 'claimant'>,
  step: ExpenseStep,
  person: { id: string; isAdmin: boolean; holds: (key: Permission) => boolean },
): boolean {
  const { key, claimant, others, admin } = steps[step];
  if (admin && !person.isAdmin) return false;
  if (expense.claimant.id !== person.id) return others !== 'never' && person.holds(key);
  if (claimant === 'never') return false;
  return person.holds(key) || (claimant !== undefined && person.holds(claimant));
}
