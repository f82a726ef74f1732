import type { Endpoint, InputOf, OutputOf } from '@daybook/contracts/endpoint';
import { firstOfMonth, monthNumber } from '@daybook/contracts/plain-date';
import { recurringTaskCategories } from '@daybook/contracts/settings/categories/recurring-task-categories';
import { taskCategories } from '@daybook/contracts/settings/categories/task-categories';
import { packages } from '@daybook/contracts/settings/packages/packages';
import { services } from '@daybook/contracts/settings/services/services';

export type Call = <E extends Endpoint>(endpoint: E, input: InputOf<E>) => Promise<OutputOf<E>>;

const cycles = ['monthly', 'quarterly', 'half_yearly', 'yearly'] as const;

/** Sells four packages, each with two services, two kinds of recurring work and a task to begin with. Returns their names. */
async function sell(call: Call, { entityId, taxCodeId }: { entityId: string; taxCodeId: string }) {
  const service = async (name: string) => (await call(services.create, { name, taxCodeId })).id;
  const [books, pay] = [await service('Bookkeeping'), await service('Payslips')];
  const work = async (name: string, rrule: string) =>
    (await call(recurringTaskCategories.create, { name, titleTemplate: `${name} {month}`, rule: { rrule } }))
      .id;
  const [vat, close] = [
    await work('VAT return', 'FREQ=MONTHLY;BYMONTHDAY=20'),
    await work('Closing', 'FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=31'),
  ];
  const { id: begin } = await call(taskCategories.create, { name: 'Set up the books', slaDays: 10 });
  const names: string[] = [];
  for (const cycle of cycles) {
    const name = `Package ${cycle}`;
    await call(packages.create, {
      name,
      entityId,
      cycle,
      currency: 'EUR',
      price: 25_000,
      services: [
        { serviceId: books, qty: '1', share: 15_000 },
        { serviceId: pay, qty: '3', share: 10_000 },
      ],
      recurringTasks: [{ categoryId: vat }, { categoryId: close }],
      tasks: [{ categoryId: begin, offsetDays: 7 }],
    });
    names.push(name);
  }
  return names;
}

/** The rows of a file, each with one of four packages from the first day of this month or of one of the next eleven. */
export async function withPackages(
  call: Call,
  firm: { entityId: string; taxCodeId: string },
  [headings = [], ...rows]: readonly string[][],
): Promise<string[][]> {
  const names = await sell(call, firm);
  const month = monthNumber(new Date().toISOString().slice(0, 10));
  const at = headings.indexOf('Package');
  const given = rows.map((row, no) => [
    // A row with a fault there keeps it.
    ...row.map((cell, index) => (index === at && cell === '' ? (names[no % names.length] ?? '') : cell)),
    firstOfMonth(month + (Math.floor(no / names.length) % 12)),
  ]);
  return [[...headings, 'Package from'], ...given];
}
