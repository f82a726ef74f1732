import fc from 'fast-check';
import { priceRises } from '@daybook/contracts/crm/price-rises/price-rises';
import { soak } from '../../../test/effort.ts';
import { startRaising } from '../../../test/fixtures/price-rise-fixture.ts';
import type { Raising } from '../../../test/fixtures/price-rise-fixture.ts';
import { until } from '../../../test/series-runs.ts';

/** In a year to come, so that every day of the simulation is. */
const year = new Date().getUTCFullYear() + 1;
const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

/** What is billed every `months` from January on, as the oracle knows it: a price for each day from which one was agreed. */
interface Billed {
  seriesId: string;
  clientId: string;
  isSubscription: boolean;
  months: number;
  prices: Map<string, number>;
}

const starts = ({ months }: Billed, last: string): string[] =>
  Array.from({ length: 60 }, (_, index) => index * months)
    .map((month) => `${year + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-01`)
    .filter((day) => day <= last);
const priceOn = ({ prices }: Billed, day: string): number => {
  const from =
    [...prices.keys()]
      .filter((one) => one <= day)
      .toSorted()
      .at(-1) ?? '';
  return prices.get(from) ?? 0;
};
const invoicesBy = (one: Billed, day: string): string[] =>
  starts(one, day).map((start) => `${start} ${priceOn(one, start)}`);

interface Asked {
  from: string;
  percentBp: number;
  roundingStep: number;
}

/** What a rise makes of one price: the day and the price, or why not. */
function raisedBy(one: Billed, { from, percentBp, roundingStep }: Asked, today: string) {
  const start = starts(one, '2999').find((day) => day >= from) ?? '';
  const validFrom = one.isSubscription ? start : from;
  if (starts(one, today).some((day) => day >= validFrom)) return { leftOut: 'PERIOD_BILLED' };
  if ([...one.prices.keys()].some((day) => day >= validFrom)) return { leftOut: 'LATER_PRICE' };
  const before = priceOn(one, validFrom);
  const steps = Math.floor(
    (before * (10_000 + percentBp) * 2 + 10_000 * roundingStep) / (20_000 * roundingStep),
  );
  const after = steps * roundingStep;
  return after > before ? { leftOut: null, validFrom, before, after } : { leftOut: 'UNCHANGED' };
}

let firm: Raising;
beforeAll(async () => {
  firm = await startRaising();
});
afterAll(() => firm.api.stop());

async function newBilled(): Promise<Billed[]> {
  const startsOn = `${year}-01-01`;
  const all: Billed[] = [];
  for (const months of [1, 3]) {
    const rrule = `FREQ=MONTHLY;INTERVAL=${months};BYMONTHDAY=1`;
    const lines = [firm.line('99.95', { prices: [{ validFrom: startsOn, unitPrice: '99.95' }] })];
    const series = await firm.series({ rule: { rrule }, startsOn, lines });
    const plain = { seriesId: series.id, clientId: series.client.id, isSubscription: false };
    all.push({ ...plain, months, prices: new Map([[startsOn, 99_95]]) });
    const sub = await firm.subscribe(await firm.sell({ cycle: months === 1 ? 'monthly' : 'quarterly' }), {
      startsOn,
    });
    const seriesId = sub.series.find(({ kind }) => kind === 'invoice')?.id ?? '';
    all.push({
      seriesId,
      clientId: sub.client.id,
      isSubscription: true,
      months,
      prices: new Map([[startsOn, 250_00]]),
    });
  }
  return all;
}

const invoicesOf = async (clientId: string) =>
  (
    await firm.api.db
      .selectFrom('invoice')
      .select(['serviceFrom', 'total'])
      .where('clientId', '=', clientId)
      .orderBy('serviceFrom')
      .execute()
  ).map(({ serviceFrom, total }) => `${serviceFrom} ${total}`);

interface Done {
  rise: string;
  item: string;
  one: Billed;
  validFrom: string;
  after: number;
}

/** Plans and applies a rise over some of them, and compares its plan with the oracle's. */
async function raise(some: readonly Billed[], asked: Asked, today: string): Promise<Done[]> {
  const rise = await firm.plan({ ids: some.map(({ seriesId }) => seriesId), ...asked });
  const rows = await firm.rowsOf(rise.id);
  const should = some.map((one) => [one, raisedBy(one, asked, today)] as const);
  for (const [one, expected] of should)
    expect(rows.find(({ series }) => series.id === one.seriesId)).toMatchObject(expected);
  const raised = should.filter(([, { leftOut }]) => leftOut === null);
  const done = raised.length === 0 ? 0 : (await firm.apply(rise)).done;
  expect(done).toBe(raised.length);
  return raised.map(([one, { validFrom = '', after = 0 }]) => {
    one.prices.set(validFrom, after);
    const item = rows.find(({ series }) => series.id === one.seriesId)?.id ?? '';
    return { rise: rise.id, item, one, validFrom, after };
  });
}

/** Undoes a price if the oracle would. */
async function undo({ rise, item, one, validFrom, after }: Done, today: string): Promise<void> {
  const isBilled = starts(one, today).some((day) => day >= validFrom);
  const input = { id: rise, itemId: item };
  const did = isBilled
    ? (await firm.admin.refused(priceRises.undoItem, input)).code
    : (await firm.admin.call(priceRises.undoItem, input)).status;
  expect(did).toBe(isBilled ? 'PRICE_RISE_BILLED' : 'undone');
  expect(one.prices.get(validFrom)).toBe(after);
  if (!isBilled) one.prices.delete(validFrom);
}

const aStep = fc.record({
  days: fc.integer({ min: 4, max: 50 }),
  which: fc.integer({ min: 1, max: 15 }),
  ahead: fc.integer({ min: -40, max: 120 }),
  percentBp: fc.integer({ min: 1, max: 3_000 }),
  roundingStep: fc.constantFrom(1, 5, 10, 50, 100, 500),
  undoes: fc.nat(9),
});

it('random rises and undos over two years bill each period once, at the price of its day', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(aStep, { minLength: 24, maxLength: 24 }), async (steps) => {
      const all = await newBilled();
      let standing: Done[] = [];
      let today = `${year}-01-01`;
      for (const { days, which, ahead, percentBp, roundingStep, undoes } of steps) {
        await until(firm.api.db, today);
        const some = all.filter((_, index) => ((which >> index) & 1) === 1);
        standing.push(
          ...(await raise(some, { from: dayAfter(today, ahead), percentBp, roundingStep }, today)),
        );
        const chosen = standing[undoes % Math.max(standing.length, 1)];
        if (chosen && undoes < 5) {
          await undo(chosen, today);
          standing = standing.filter((one) => one !== chosen);
        }
        today = dayAfter(today, days);
      }
      await until(firm.api.db, today);
      for (const one of all) expect(await invoicesOf(one.clientId)).toEqual(invoicesBy(one, today));
    }),
    { numRuns: soak(1, 60), seed: soak(20_261_128, Date.now()), endOnFailure: true },
  );
}, 3_600_000);
