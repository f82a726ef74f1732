import fc from 'fast-check';
import { packages } from '@daybook/contracts/settings/packages/packages';
import { soak } from '../../../test/effort.ts';
import type { EntityChoice } from '../../../test/fixtures/masters.ts';
import { startSelling } from '../../../test/fixtures/subscription-fixture.ts';
import type { PackageInput, Selling } from '../../../test/fixtures/subscription-fixture.ts';
import { until } from '../../../test/series-runs.ts';
import { randomCommand } from '../../../test/subscription-commands.ts';
import { aDraw } from '../../../test/subscription-draws.ts';
import type { Subscriber } from '../../../test/subscription-draws.ts';
import {
  asInvoices,
  asReturns,
  dayAfter,
  firstDay,
  makeReturns,
  monthOf,
} from '../../../test/subscription-oracle.ts';
import type { SoldPackage } from '../../../test/subscription-oracle.ts';

interface Firm extends Required<Pick<EntityChoice, 'fyStart' | 'timezone' | 'currency'>> {
  offset: string;
}

/** Fiscal years from every third of a quarter, currencies without and with two and three decimals, the first zone and one half an hour off. */
const firms: Firm[] = [
  { fyStart: '04-01', timezone: 'UTC', offset: 'Z', currency: 'EUR' },
  { fyStart: '02-01', timezone: 'Pacific/Kiritimati', offset: '+14:00', currency: 'JPY' },
  { fyStart: '12-01', timezone: 'America/St_Johns', offset: '-03:30', currency: 'KWD' },
];

const cycles = [
  [1, 'monthly'],
  [3, 'quarterly'],
  [6, 'half_yearly'],
  [12, 'yearly'],
] as const;

const clients = 4;
const aStep = fc.record({
  days: fc.integer({ min: 9, max: 70 }),
  /** Whether the server stands still until after the commands of the day. */
  stands: fc.nat(3).map((chance) => chance === 0),
  /** Whether a package gets another version. */
  edits: fc.nat(7),
  draws: fc.array(aDraw, { minLength: clients, maxLength: clients }),
});

describe.each(firms)('random commands over three years, in $currency in $timezone', (firm) => {
  /** The first month of a fiscal year that is still to come, so that every day of the simulation is. */
  const begin = monthOf(`${new Date().getUTCFullYear() + 1}-${firm.fyStart}`);
  const yearFrom = begin % 12;
  let sold: Selling;
  beforeAll(async () => {
    sold = await startSelling(firm);
  });
  afterAll(() => sold.api.stop());

  const contents = (price: number, later: SoldPackage['later']): Partial<PackageInput> => ({
    currency: firm.currency,
    price,
    laterPrices: later.map((one) => ({ validFrom: firstDay(one.from), price: one.price })),
    services: [
      { serviceId: sold.ids.books, qty: '7', share: price - 3_300 },
      { serviceId: sold.ids.payroll, qty: '3', share: 3_300 },
    ],
    recurringTasks: [{ categoryId: sold.ids.filing }],
    tasks: [{ categoryId: sold.ids.kickOff, offsetDays: 7 }],
  });

  async function openShop() {
    const shop: SoldPackage[] = [];
    const versions: { given: PackageInput; version: number }[] = [];
    for (const [months, cycle] of cycles) {
      const price = 10_000 * months;
      const later = [{ from: begin + 14, price: price + 1_500 }];
      const given = sold.monthly({ ...contents(price, later), cycle });
      const { id } = await sold.admin.call(packages.create, given);
      shop.push({ id, months, yearFrom, price, later });
      versions.push({ given, version: 1 });
    }
    /** The next version of a package: those who have it keep theirs. */
    async function edit(index: number, month: number): Promise<void> {
      const [one, known] = [shop[index], versions[index]];
      if (!one || !known) return;
      const [price, later] = [one.price + 700, [{ from: month + 5, price: one.price + 2_900 }]];
      const input = { ...known.given, ...contents(price, later), id: one.id, active: true };
      await sold.admin.call(packages.edit, input, { version: known.version });
      known.version += 1;
      shop[index] = { ...one, price, later };
    }
    const price = 40_000;
    const given = sold.monthly({ ...contents(price, []), cycle: 'once', recurringTasks: [] });
    const { id } = await sold.admin.call(packages.create, given);
    return { shop, single: { id, price }, edit };
  }

  const invoicesOf = async (clientId: string) =>
    (
      await sold.api.db
        .selectFrom('invoice')
        .select(['serviceFrom', 'serviceTo', 'total', 'currency'])
        .where('clientId', '=', clientId)
        .execute()
    )
      .map(({ serviceFrom, serviceTo, total, currency }) => {
        expect(currency).toBe(firm.currency);
        return `${serviceFrom} ${serviceTo} ${total}`;
      })
      .toSorted();
  /** The days of the tasks of series, and of those that are done once. */
  const workOf = async (clientId: string) => {
    const rows = await sold.api.db
      .selectFrom('task')
      .select(['nominalOn', 'startOn'])
      .where('clientId', '=', clientId)
      .execute();
    return {
      returns: rows.flatMap(({ nominalOn }) => nominalOn ?? []).toSorted(),
      begun: rows
        .flatMap(({ nominalOn, startOn }) => (nominalOn === null ? [String(startOn)] : []))
        .toSorted(),
    };
  };

  it('bill each period once, at the price of its day, and do the work of each month once', async () => {
    const { db } = sold.api;
    const { offset } = firm;
    await fc.assert(
      fc.asyncProperty(fc.noBias(fc.array(aStep, { minLength: 45, maxLength: 45 })), async (steps) => {
        const { shop, single, edit } = await openShop();
        const subscribers: Subscriber[] = [];
        for (let index = 0; index < clients; index += 1)
          subscribers.push({
            clientId: await sold.newClient(),
            id: null,
            stretches: [],
            once: [],
            begun: [],
          });
        const runUntil = async (today: string) => {
          await until(db, today, offset);
          for (const { stretches } of subscribers)
            for (const stretch of stretches) makeReturns(stretch, today);
        };
        let day = firstDay(begin);
        let ran = dayAfter(day, -1);
        for (const { days, stands, edits, draws } of steps) {
          if (day > firstDay(begin + 36)) break;
          if (!stands) {
            await runUntil(day);
            ran = day;
          }
          await edit(edits, monthOf(day));
          for (const [index, subscriber] of subscribers.entries()) {
            const draw = draws[index];
            const asked = { db, shop, single, subscriber, day, ran, offset };
            const outcome = draw && (await randomCommand({ ...asked, draw }));
            expect([outcome, outcome?.did]).toEqual([outcome, outcome?.should]);
          }
          day = dayAfter(day, days);
        }
        await runUntil(day);
        for (const { clientId, stretches, begun, once } of subscribers) {
          expect(await invoicesOf(clientId)).toEqual(asInvoices({ stretches, once }, day));
          expect(await workOf(clientId)).toEqual({
            returns: asReturns(stretches),
            begun: begun.map((first) => dayAfter(first, 7)).toSorted(),
          });
        }
      }),
      { numRuns: soak(1, 40), seed: soak(20_261_128, Date.now()), endOnFailure: true },
    );
  }, 3_600_000);
});
