import type { StaffMoney, StaffVoucherKind } from '@daybook/contracts/billing/staff-accounts/staff-vouchers';
import { negate } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import { credit, debit } from './post-entries.ts';
import type { Posting, SystemAccount } from './post-entries.ts';

export interface StaffMovement {
  kind: StaffVoucherKind;
  account: StaffMoney;
  userId: string;
  /** Who receives the cash of a hand-over. */
  toUserId: string | null;
  amount: Minor;
  base: Minor;
}

const ofPerson = (userId: string, account: SystemAccount) => ({ userId, account });
const ofFirm = (account: 'bank' | 'cash') => ({ account });

/** The other side of a voucher: the firm's money, or what the person has of it. */
const moneyOf = (account: StaffMoney, userId: string) => {
  if (account === 'bank' || account === 'cash') return ofFirm(account);
  return ofPerson(userId, account === 'advance' ? 'staff_advance' : 'staff_cash');
};

type Side = ReturnType<typeof moneyOf>;

const sides = ({ kind, account, userId, toUserId }: StaffMovement): Record<'to' | 'from', Side> => {
  const money = moneyOf(account, toUserId ?? userId);
  const ways: Record<StaffVoucherKind, Record<'to' | 'from', Side>> = {
    advance: { to: ofPerson(userId, 'staff_advance'), from: money },
    advance_return: { to: money, from: ofPerson(userId, 'staff_advance') },
    settlement: { to: ofPerson(userId, 'staff_payable'), from: money },
    hand_over: { to: money, from: ofPerson(userId, 'staff_cash') },
  };
  return ways[kind];
};

/** Money of the firm changes hands: from the firm to a person, back, or from one person to another (docs/rules.md#the-ledger). */
export function staffEntries(moved: StaffMovement): Posting[] {
  const { amount, base } = moved;
  const { to, from } = sides(moved);
  return [
    { ...debit(to.account, amount), ...to, base },
    { ...credit(from.account, amount), ...from, base: negate(base) },
  ];
}
