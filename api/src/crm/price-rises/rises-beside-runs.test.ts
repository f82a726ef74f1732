import { priceRises } from '@daybook/contracts/crm/price-rises/price-rises';
import { soak } from '../../../test/effort.ts';
import { startRaising } from '../../../test/fixtures/price-rise-fixture.ts';
import type { Raising } from '../../../test/fixtures/price-rise-fixture.ts';
import { until } from '../../../test/series-runs.ts';

let firm: Raising;
beforeAll(async () => {
  firm = await startRaising();
});
afterAll(() => firm.api.stop());

const first = '2031-01-01';
const next = '2031-02-01';

/** Series and subscriptions of 100.00 and 250.00 a month, as many of each. */
async function manyBilled(count: number): Promise<string[]> {
  const packageId = await firm.sell();
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    ids.push((await firm.series({ startsOn: first })).id);
    const { series } = await firm.subscribe(packageId, { startsOn: first });
    ids.push(series.find(({ kind }) => kind === 'invoice')?.id ?? '');
  }
  return ids;
}

/** Bills the day while jobs run, and then what a run passed over because a job held it, as the run of the next minute does. */
async function billBesideJobs(day: string): Promise<void> {
  await Promise.all([firm.work(), until(firm.api.db, day), firm.work()]);
  await until(firm.api.db, day);
}

/** What each series billed for the period that begins on the day, by series. */
async function billedFrom(day: string, ids: readonly string[]) {
  const { rows } = await firm.api.ownerPool.query<{ series_id: string; net: number }>(
    `select series_id, net::int from invoice where series_id = any ($1) and service_from = $2`,
    [ids, day],
  );
  return Map.groupBy(rows, ({ series_id: id }) => id);
}

/** Each period is billed once: at the new price if that was raised in time, or else at the old one. */
async function expectPrices(rise: string, ids: readonly string[]): Promise<void> {
  const items = await firm.rowsOf(rise);
  const billed = await billedFrom(next, ids);
  const did = items.map(({ series, status }) => [
    series.id,
    status,
    billed.get(series.id)?.map(({ net }) => net),
  ]);
  expect(did).toEqual(
    items.map(({ series, status, before, after }) => [
      series.id,
      status,
      [status === 'done' ? after : before],
    ]),
  );
}

it('a price that is raised or undone beside the run that bills it is billed as the rise says', async () => {
  for (let round = 0; round < soak(1, 20); round += 1) {
    const ids = await manyBilled(6);
    await until(firm.api.db, first);
    const rise = await firm.plan({ ids, from: next });
    await firm.admin.call(priceRises.apply, { id: rise.id }, { version: rise.version });
    await billBesideJobs(next);
    await expectPrices(rise.id, ids);

    const others = await manyBilled(6);
    await until(firm.api.db, first);
    const raised = await firm.apply(await firm.plan({ ids: others, from: next }));
    expect(raised.done).toBe(12);
    await firm.admin.call(priceRises.undo, { id: raised.id }, { version: raised.version });
    await billBesideJobs(next);
    await expectPrices(raised.id, others);
  }
});
