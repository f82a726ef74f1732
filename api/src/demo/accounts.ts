import { uuidv7 } from 'uuidv7';
import { chartOfAccounts, journal } from '@daybook/contracts/billing/journal/journal';
import { ledgerAccounts } from '@daybook/contracts/settings/accounts/accounts';
import { monthBefore, monthName } from './days.ts';
import type { Demo, Person } from './demo.ts';
import type { Country, DemoEntity } from './entities.ts';
import type { departmentNames } from './staff.ts';

type Department = (typeof departmentNames)[number];

/** The income accounts of departments; the fees of the others stay in the account of all fees. */
const incomeOf: Partial<Record<Department, { code: string; name: string }>> = {
  Audit: { code: '4010', name: 'Audit fees' },
  'Accounting & payroll': { code: '4020', name: 'Bookkeeping and payroll fees' },
};
const accrued = { code: '2500', name: 'Accrued costs', type: 'liability' } as const;

/** Creates the firm's own accounts, and returns the income account of each department that has one. */
export async function makeAccounts(admin: Person): Promise<ReadonlyMap<string, string>> {
  await admin.call(ledgerAccounts.create, accrued);
  const made = new Map<string, string>();
  for (const [department, account] of Object.entries(incomeOf)) {
    const { id } = await admin.call(ledgerAccounts.create, { ...account, type: 'income' });
    made.set(department, id);
  }
  return made;
}

/** The rent of an office, in minor units of its currency. */
const rents: Readonly<Record<Country, number>> = { IN: 85_000_00, FR: 2_400_00, JP: 310_000 };

/** In each office the rent of last month is accrued by hand; the first office has received the bill and reverses it this month. */
export async function makeJournals(
  { today }: Demo,
  entities: readonly DemoEntity[],
  admin: Person,
): Promise<void> {
  const { rows } = await admin.call(chartOfAccounts.list, {});
  const idOf = (code: string): string => rows.find((row) => row.code === code)?.id ?? '';
  const { to } = monthBefore(today);
  for (const [index, { country, record }] of entities.entries()) {
    const amount = rents[country];
    const { id } = await admin.call(journal.create, {
      id: uuidv7(),
      entityId: record.id,
      date: to,
      reason: `Rent of ${monthName(to, 'en')}, bill not received yet`,
      lines: [
        { accountId: idOf('5490'), debit: amount },
        { accountId: idOf(accrued.code), credit: amount },
      ],
    });
    if (index === 0)
      await admin.call(journal.reverse, {
        id,
        date: `${today.slice(0, 7)}-01`,
        reason: 'The bill was received',
      });
  }
}
