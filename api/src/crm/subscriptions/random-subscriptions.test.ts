import fc from 'fast-check';
import { soak } from '../../../test/effort.ts';
import { startSelling } from '../../../test/fixtures/subscription-fixture.ts';
import type { Selling } from '../../../test/fixtures/subscription-fixture.ts';
import { until } from '../../../test/series-runs.ts';
import { aDraw, dayAfter, randomCommand } from '../../../test/subscription-commands.ts';
import type { Subscriber } from '../../../test/subscription-commands.ts';
import { asInvoices, firstDay, monthOf } from '../../../test/subscription-oracle.ts';
import type { SoldPackage } from '../../../test/subscription-oracle.ts';

/** The first month of a fiscal year that is still to come, so that every day of the simulation is. */
const begin = monthOf(`${new Date().getUTCFullYear() + 1}-04-01`);
const lastDayOfAll = firstDay(begin + 36);

let sold: Selling;
const shop: SoldPackage[] = [];
beforeAll(async () => {
  sold = await startSelling({ fyStart: '04-01' });
  for (const [months, cycle] of [
    [1, 'monthly'],
    [3, 'quarterly'],
    [6, 'half_yearly'],
    [12, 'yearly'],
  ] as const) {
    const price = 10_000 * months;
    const later = { from: begin + 14, price: price + 1_500 };
    const id = await sold.sell({
      cycle,
      price,
      laterPrices: [{ validFrom: firstDay(later.from), price: later.price }],
      services: [
        { serviceId: sold.ids.books, qty: '7', share: price - 3_300 },
        { serviceId: sold.ids.payroll, qty: '3', share: 3_300 },
      ],
      recurringTasks: [],
      tasks: [],
    });
    shop.push({ id, months, price, later: [later] });
  }
});
afterAll(() => sold.api.stop());

const invoicesOf = async (clientId: string) =>
  (
    await sold.api.db
      .selectFrom('invoice')
      .select(['serviceFrom', 'serviceTo', 'total'])
      .where('clientId', '=', clientId)
      .orderBy('serviceFrom')
      .execute()
  ).map(({ serviceFrom, serviceTo, total }) => `${serviceFrom} ${serviceTo} ${total}`);

const clients = 4;
const aStep = fc.record({
  days: fc.integer({ min: 9, max: 70 }),
  draws: fc.array(aDraw, { minLength: clients, maxLength: clients }),
});

it('random commands over three years bill each period once, at the price of its day', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(aStep, { minLength: 45, maxLength: 45 }), async (steps) => {
      const subscribers: Subscriber[] = [];
      for (let index = 0; index < clients; index += 1)
        subscribers.push({ clientId: await sold.newClient(), id: null, stretches: [] });
      let day = firstDay(begin);
      for (const { days, draws } of steps) {
        if (day > lastDayOfAll) break;
        await until(sold.api.db, day);
        for (const [index, subscriber] of subscribers.entries()) {
          const draw = draws[index];
          const outcome = draw && (await randomCommand({ db: sold.api.db, shop, subscriber, day, draw }));
          expect(outcome?.did).toBe(outcome?.should);
        }
        day = dayAfter(day, days);
      }
      await until(sold.api.db, day);
      for (const { clientId, stretches } of subscribers)
        expect(await invoicesOf(clientId)).toEqual(asInvoices(stretches, day));
    }),
    { numRuns: soak(2, 100), endOnFailure: true },
  );
}, 3_600_000);
