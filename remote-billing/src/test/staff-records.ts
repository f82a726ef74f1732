import { minor } from '@daybook/contracts/money/money';
import type { StaffVoucher } from '@daybook/contracts/billing/staff-accounts/staff-vouchers';
import type { UserBalance, UserLedger } from '@daybook/contracts/billing/staff-accounts/user-ledgers';
import { entity, idOf } from './billing-records.ts';

// The people and vouchers that the tests of the user ledger use.

export const carl = { id: idOf(901), label: 'Carl Claims' };
export const cora = { id: idOf(902), label: 'Cora Colleague' };

export const balance = (more: Partial<UserBalance> = {}): UserBalance => ({
  id: idOf(910),
  person: carl,
  entity,
  currency: 'EUR',
  payable: minor(300),
  advance: minor(3790),
  cash: minor(20_00),
  net: minor(54_90),
  cashLimit: null,
  offered: minor(0),
  ...more,
});

export const voucher = (more: Partial<StaffVoucher> = {}): StaffVoucher => ({
  id: idOf(920),
  version: 3,
  kind: 'hand_over',
  status: 'offered',
  number: null,
  entity,
  date: '2026-11-02',
  person: carl,
  account: 'staff_cash',
  receiver: cora,
  currency: 'EUR',
  amount: minor(10_00),
  reference: null,
  note: null,
  by: carl.label,
  posting: null,
  reversal: null,
  expenses: [],
  steps: [],
  ...more,
});

const { payable, advance, cash, net } = balance();
const nothing = { payable: minor(0), advance: minor(0), cash: minor(0), net: minor(0) };

export const ledger = (more: Partial<UserLedger> = {}): UserLedger => ({
  rows: [
    {
      date: '2026-11-01',
      account: 'staff_advance',
      kind: 'advance',
      document: { id: idOf(921), number: 'STV/26/0001', kind: 'staff_voucher' },
      text: null,
      debit: minor(50_00),
      credit: minor(0),
      balance: minor(50_00),
    },
    {
      date: '2026-11-02',
      account: 'staff_cash',
      kind: 'receipt',
      document: { id: idOf(922), number: 'RC/26/0007', kind: 'receipt' },
      text: 'Acme SARL',
      debit: minor(4_90),
      credit: minor(0),
      balance: minor(54_90),
    },
  ],
  pageSize: 20,
  next: null,
  previous: null,
  person: carl,
  entity,
  currency: 'EUR',
  from: null,
  asOf: '2026-11-25',
  opening: nothing,
  closing: { payable, advance, cash, net },
  debit: minor(54_90),
  credit: minor(0),
  ...more,
});

export const page = <Row>(rows: readonly Row[]) => ({
  rows: [...rows],
  pageSize: 20,
  next: null,
  previous: null,
});
