import type { PreviewedInvoice } from '@daybook/contracts/billing/recurring-invoices/recurring-invoices';
import type { SubscriptionPreview } from '@daybook/contracts/crm/subscriptions/subscriptions';
import { minor } from '@daybook/contracts/money/money';
import { idOf } from './client-records.ts';

const invoice = (month: string, last: string): PreviewedInvoice => ({
  nominal: `2027-${month}-01`,
  due: `2027-${month}-01`,
  makeOn: `2027-${month}-01`,
  periodFrom: `2027-${month}-01`,
  periodTo: `2027-${month}-${last}`,
  title: 'Small firm',
  moved: null,
  skipped: null,
  dueDate: `2027-${month}-15`,
  rounding: minor(0),
  prepaid: minor(0),
  withheldExpected: minor(0),
  taxGroups: [],
  net: minor(22_500),
  tax: minor(4_500),
  total: minor(27_000),
  payable: minor(27_000),
  lines: [{ description: 'Bookkeeping', qty: '1', unitPrice: '250', amount: minor(25_000) }],
});

export const preview = (more: Partial<SubscriptionPreview> = {}): SubscriptionPreview => ({
  startsOn: '2027-02-01',
  isMoved: true,
  firstPeriod: { from: '2027-02-01', to: '2027-02-28' },
  cycle: 'monthly',
  currency: 'EUR',
  price: minor(25_000),
  formerEndsOn: null,
  invoices: {
    currency: 'EUR',
    next: [invoice('02', '28'), invoice('03', '31')],
    missed: [],
    missedBefore: 0,
    warnings: [],
    creditExceeded: null,
    refusals: {},
  },
  recurringTasks: [],
  tasks: [
    {
      category: { id: idOf(72), label: 'Kick-off' },
      title: 'Set up the books',
      startOn: '2027-02-08',
      dueOn: '2027-02-18',
    },
  ],
  ...more,
});
