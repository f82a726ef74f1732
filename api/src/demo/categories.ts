import type { InputOf } from '@daybook/contracts/endpoint';
import { recurringTaskCategories } from '@daybook/contracts/settings/categories/recurring-task-categories';
import { taskCategories } from '@daybook/contracts/settings/categories/task-categories';
import type { Person } from './demo.ts';
import type { Country } from './entities.ts';
import type { DemoService } from './services.ts';

type Once = Omit<InputOf<typeof taskCategories.create>, 'serviceId' | 'departmentId'>;
type Again = Omit<InputOf<typeof recurringTaskCategories.create>, 'serviceId' | 'departmentId'>;

/** The service that a category belongs to: its name and country. */
type Of<Category> = Category & { of: string; country: Country };

const step = (title: string, offsetDays: number, role: 'assignee' | 'reviewer' = 'assignee') => ({
  title,
  offsetDays,
  role,
  mandatory: role === 'reviewer',
});

const once: readonly Of<Once>[] = [
  {
    name: 'GST registration',
    of: 'GST return (GSTR-3B)',
    country: 'IN',
    title: 'Register for GST',
    fee: 850_000,
    currency: 'INR',
    slaDays: 14,
    estimateMin: 180,
    checklist: [step('Ask for PAN, lease and photographs', -10), step('File REG-01', -3)],
  },
  {
    name: 'Answer to a notice',
    of: 'TDS return',
    country: 'IN',
    slaDays: 7,
    priority: 1,
    reviewRequired: true,
    estimateMin: 240,
    checklist: [step('Read the notice with the client', -6), step('Look over the answer', -1, 'reviewer')],
  },
  {
    name: 'Bookkeeping brought up to date',
    of: 'Bookkeeping',
    country: 'IN',
    slaDays: 30,
    estimateMin: 1_200,
    checklist: [step('Ask for bank statements', -25), step('Close the year', -2)],
  },
  {
    name: 'Payroll for a new employee',
    of: 'Payroll',
    country: 'IN',
    slaDays: 5,
    estimateMin: 60,
    checklist: [step('Contract and bank details', -4)],
  },
];

const monthly = 'FREQ=MONTHLY;BYMONTHDAY=20';

const again: readonly Of<Again>[] = [
  {
    name: 'GSTR-3B',
    of: 'GST return (GSTR-3B)',
    country: 'IN',
    titleTemplate: 'GSTR-3B {month}',
    rule: { rrule: monthly, shift: 'none', leadDays: 12, periodOffset: -1 },
    statutory: true,
    jurisdiction: 'IN',
    checklist: [step('Reconcile GSTR-2B', -5), step('File and keep the ARN', 0)],
  },
  {
    name: 'TDS statement (26Q)',
    of: 'TDS return',
    country: 'IN',
    titleTemplate: 'TDS 26Q {quarter} {fy}',
    rule: {
      rrule: 'FREQ=MONTHLY;BYMONTH=1,5,7,10;BYMONTHDAY=28,29,30,31;BYSETPOS=-1',
      shift: 'next',
      leadDays: 20,
      periodOffset: -1,
    },
    statutory: true,
    jurisdiction: 'IN',
    reviewRequired: true,
    checklist: [step('Match challans', -10), step('Look over the statement', -3, 'reviewer')],
  },
  {
    name: 'Annual return (GSTR-9)',
    of: 'GST return (GSTR-3B)',
    country: 'IN',
    titleTemplate: 'GSTR-9 {fy}',
    rule: {
      rrule: 'FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=31',
      shift: 'previous',
      leadDays: 60,
      periodOffset: -1,
    },
    statutory: true,
    jurisdiction: 'IN',
    fee: 2_500_000,
    currency: 'INR',
  },
  {
    name: 'Monthly bookkeeping',
    of: 'Bookkeeping',
    country: 'IN',
    titleTemplate: 'Bookkeeping {month}',
    rule: {
      rrule: 'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
      shift: 'previous',
      leadDays: 7,
      periodOffset: 0,
    },
    checklist: [step('Bank reconciliation', -3), step('Send the month’s report', 0)],
  },
  {
    name: 'Déclaration de TVA (CA3)',
    of: 'TVA',
    country: 'FR',
    titleTemplate: 'TVA CA3 – {month}',
    rule: { rrule: 'FREQ=MONTHLY;BYMONTHDAY=19', shift: 'next', leadDays: 10, periodOffset: -1 },
    statutory: true,
    jurisdiction: 'FR',
    checklist: [step('Rapprocher la TVA collectée', -4), step('Télédéclarer', 0)],
  },
];

/** Creates categories of one-off and of recurring work, each for a service of the country. */
export async function makeCategories(
  admin: Person,
  services: readonly DemoService[],
  calendars: ReadonlyMap<Country, string>,
): Promise<void> {
  const serviceOf = ({ of, country }: { of: string; country: Country }) => {
    const found = services.find((one) => one.country === country && one.name.includes(of))?.record;
    return { serviceId: found?.id ?? null, departmentId: found?.department?.id ?? null };
  };
  for (const { of, country, ...category } of once)
    await admin.call(taskCategories.create, { ...category, ...serviceOf({ of, country }) });
  for (const { of, country, ...category } of again) {
    const rule = { ...category.rule, calendarId: calendars.get(country) };
    await admin.call(recurringTaskCategories.create, { ...category, rule, ...serviceOf({ of, country }) });
  }
}
