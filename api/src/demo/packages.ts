import type { InputOf } from '@daybook/contracts/endpoint';
import { minor, sum } from '@daybook/contracts/money/money';
import { recurringTaskCategories } from '@daybook/contracts/settings/categories/recurring-task-categories';
import { taskCategories } from '@daybook/contracts/settings/categories/task-categories';
import { packages } from '@daybook/contracts/settings/packages/packages';
import type { Person } from './demo.ts';
import type { Country, DemoEntity } from './entities.ts';
import type { DemoService } from './services.ts';

interface Offered extends Pick<InputOf<typeof packages.create>, 'name' | 'description' | 'cycle'> {
  country: Country;
  /** The share of each service by a part of its name, in minor units of the entity's currency. */
  shares: Readonly<Record<string, number>>;
  recurringTasks: readonly string[];
  tasks: readonly string[];
}

const offered: readonly Offered[] = [
  {
    name: 'Small company, India',
    description: 'Books, GST and TDS of a company with up to 50 invoices a month',
    country: 'IN',
    cycle: 'monthly',
    shares: { Bookkeeping: 700_000, 'GST return (GSTR-3B)': 300_000, 'TDS return': 250_000 },
    recurringTasks: ['GSTR-3B', 'TDS statement (26Q)', 'Monthly bookkeeping'],
    tasks: ['Bookkeeping brought up to date'],
  },
  {
    name: 'GST from the start',
    description: 'Registration and the first look at the books',
    country: 'IN',
    cycle: 'once',
    shares: { 'GST return (GSTR-3B)': 850_000, Bookkeeping: 400_000 },
    recurringTasks: [],
    tasks: ['GST registration'],
  },
  {
    name: 'Petite entreprise',
    description: 'Comptabilité et TVA, facturées chaque trimestre',
    country: 'FR',
    cycle: 'quarterly',
    shares: { TVA: 45_000, Tenue: 60_000 },
    recurringTasks: ['Déclaration de TVA (CA3)'],
    tasks: [],
  },
];

/** Creates what the firm sells at one price. */
export async function makePackages(
  admin: Person,
  services: readonly DemoService[],
  entities: readonly DemoEntity[],
): Promise<void> {
  const again = new Map(
    (await admin.call(recurringTaskCategories.list, { pageSize: 100 })).rows.map(({ id, name }) => [
      name,
      id,
    ]),
  );
  const once = new Map(
    (await admin.call(taskCategories.list, { pageSize: 100 })).rows.map(({ id, name }) => [name, id]),
  );
  for (const { country, shares, recurringTasks, tasks, ...plan } of offered) {
    const entity = entities.find((one) => one.country === country)?.record;
    const of = services.filter((one) => one.country === country);
    const lines = Object.entries(shares).map(([part, share]) => ({
      serviceId: of.find(({ name }) => name.includes(part))?.record.id ?? '',
      qty: '1',
      share: minor(share),
    }));
    await admin.call(packages.create, {
      ...plan,
      entityId: entity?.id ?? '',
      currency: entity?.baseCurrency ?? 'EUR',
      price: sum(lines.map(({ share }) => share)),
      services: lines,
      recurringTasks: recurringTasks.map((name) => ({ categoryId: again.get(name) ?? '' })),
      tasks: tasks.map((name) => ({ categoryId: once.get(name) ?? '' })),
    });
  }
}
