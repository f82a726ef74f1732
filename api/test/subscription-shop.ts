import { uuidv7 } from 'uuidv7';
import { packages } from '@daybook/contracts/settings/packages/packages';
import type { PackageInput, Selling } from './fixtures/subscription-fixture.ts';
import { firstDay } from './subscription-oracle.ts';
import type { SoldPackage } from './subscription-oracle.ts';

/** A billing entity that sells, in one currency. */
export interface Seller {
  entityId: string;
  currency: string;
  fyStart: string;
}

const cycles = [
  [1, 'monthly'],
  [3, 'quarterly'],
  [6, 'half_yearly'],
  [12, 'yearly'],
] as const;

/** A client with somebody who takes invoices by mail. */
export async function newSubscriber({ api, newClient }: Selling): Promise<string> {
  const clientId = await newClient();
  const id = uuidv7();
  await api.db
    .insertInto('contact')
    .values({ id, name: 'Ada', email: `${id}@client.test` })
    .execute();
  await api.db
    .insertInto('clientContact')
    .values({ clientId, contactId: id, no: 1, roles: ['billing'] })
    .execute();
  return clientId;
}

/**
 * A package of each cycle by each seller, and one of the first seller that is sold once. Their prices rise in the month `dearer`.
 * `edit` makes the next version of one: those who have it keep theirs.
 */
export async function openShop({ admin, ids, monthly }: Selling, sellers: readonly Seller[], dearer: number) {
  const contents = (currency: string, price: number, later: SoldPackage['later']): Partial<PackageInput> => ({
    currency,
    price,
    laterPrices: later.map((one) => ({ validFrom: firstDay(one.from), price: one.price })),
    services: [
      { serviceId: ids.books, qty: '7', share: price - 3_300 },
      { serviceId: ids.payroll, qty: '3', share: 3_300 },
    ],
    recurringTasks: [{ categoryId: ids.filing }],
    tasks: [{ categoryId: ids.kickOff, offsetDays: 7 }],
  });
  const shop: SoldPackage[] = [];
  const versions: { given: PackageInput; version: number }[] = [];
  for (const { entityId, currency, fyStart } of sellers)
    for (const [months, cycle] of cycles) {
      const price = 10_000 * months;
      const later = [{ from: dearer, price: price + 1_500 }];
      const given = monthly({ ...contents(currency, price, later), entityId, cycle });
      const { id } = await admin.call(packages.create, given);
      shop.push({ id, currency, months, yearFrom: Number(fyStart.slice(0, 2)) - 1, price, later });
      versions.push({ given, version: 1 });
    }
  async function edit(index: number, month: number): Promise<void> {
    const [one, known] = [shop[index], versions[index]];
    if (!one || !known) return;
    const [price, later] = [one.price + 700, [{ from: month + 5, price: one.price + 2_900 }]];
    const input = { ...known.given, ...contents(one.currency, price, later), id: one.id, active: true };
    await admin.call(packages.edit, input, { version: known.version });
    known.version += 1;
    shop[index] = { ...one, price, later };
  }
  const [price, currency] = [40_000, sellers[0]?.currency ?? ''];
  const given = monthly({ ...contents(currency, price, []), cycle: 'once', recurringTasks: [] });
  const { id } = await admin.call(packages.create, given);
  return { shop, single: { id, price, currency }, edit };
}
