import type {
  StaffVoucherRow,
  StaffVoucherStatus,
  StaffVoucherStep,
} from '@daybook/contracts/billing/staff-accounts/staff-vouchers';
import { staffVoucherSteps } from '@daybook/contracts/billing/staff-accounts/staff-vouchers';
import { Refusal } from '@daybook/contracts/refusals';
import { holds, isAdmin } from '../../auth/current-user.ts';
import type { CurrentUser } from '../../auth/current-user.ts';

type Parties = Pick<StaffVoucherRow, 'person' | 'receiver'>;

/** Whoever deals with the firm's money for the staff; nobody does for themselves. */
const isClerk = (user: CurrentUser, { person }: Parties): boolean =>
  holds(user, 'expenses.edit') && person.id !== user.id;

/** Who may take a step, whatever the status of the voucher. */
const may: Record<StaffVoucherStep, (voucher: Parties, user: CurrentUser) => boolean> = {
  confirm: (voucher, user) =>
    voucher.receiver === null ? isClerk(user, voucher) : voucher.receiver.id === user.id,
  withdraw: (voucher, user) => voucher.person.id === user.id || isClerk(user, voucher),
  reverse: ({ person, receiver }, user) => isAdmin(user) && person.id !== user.id && receiver?.id !== user.id,
};

const moves: Record<StaffVoucherStep, { from: StaffVoucherStatus; to: StaffVoucherStatus }> = {
  confirm: { from: 'offered', to: 'posted' },
  withdraw: { from: 'offered', to: 'withdrawn' },
  reverse: { from: 'posted', to: 'reversed' },
};

export const stepsOf = (voucher: StaffVoucherRow, user: CurrentUser): StaffVoucherStep[] =>
  staffVoucherSteps.filter((step) => moves[step].from === voucher.status && may[step](voucher, user));

/** Refuses OWN_MONEY, PERM_DENIED and STATE_NOT_ALLOWED. */
export function checkVoucherStep(voucher: StaffVoucherRow, step: StaffVoucherStep, user: CurrentUser): void {
  if (!may[step](voucher, user)) {
    const isOwn = voucher.person.id === user.id || voucher.receiver?.id === user.id;
    throw new Refusal(isOwn ? 'OWN_MONEY' : 'PERM_DENIED');
  }
  const { from, to } = moves[step];
  if (voucher.status !== from) throw new Refusal('STATE_NOT_ALLOWED', { from: voucher.status, to });
}
