import type { ExpenseStatus } from '@daybook/contracts/billing/expenses/expense-machine';
import type { ExpenseRow } from '@daybook/contracts/billing/expenses/expenses';
import type { Permission } from '@daybook/contracts/permissions';
import { may, useMay, useMe } from '@daybook/shared/session';
import type { Tone } from '@daybook/shared/record/status-tag';

export const stateTones: Record<ExpenseStatus, Tone> = {
  draft: 'draft',
  submitted: 'waiting',
  approved: 'info',
  reimbursed: 'done',
  rejected: 'overdue',
  reversed: 'overdue',
};

/** The voucher number, or the description while there is none. */
export const nameOf = ({ number, description }: Pick<ExpenseRow, 'number' | 'description'>): string =>
  number ?? description;

/** The person whose permissions decide the actions of an expense. */
export function usePerson(): { id: string; isAdmin: boolean; holds: (key: Permission) => boolean } {
  const me = useMe();
  const isAdmin = me?.userType === 'super_admin' || me?.userType === 'admin';
  // Read here so that the screen rerenders when a permission changes.
  useMay('expenses.add', 'expenses.edit', 'expenses.delete');
  return { id: me?.id ?? '', isAdmin, holds: (key) => may(key) };
}
