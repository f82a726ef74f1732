import { priceRises } from '@daybook/contracts/crm/price-rises/price-rises';
import { soak } from '../../../test/effort.ts';
import { killAgainAndAgain } from '../../../test/fixtures/import-worker-fixture.ts';
import { startRaising } from '../../../test/fixtures/price-rise-fixture.ts';
import type { Raising } from '../../../test/fixtures/price-rise-fixture.ts';
import { refusedInSql } from '../../../test/refused-in-sql.ts';

let firm: Raising;
beforeAll(async () => {
  firm = await startRaising();
});
afterAll(() => firm.api.stop());

const run = (...statements: string[]) =>
  refusedInSql(firm.api, ...statements.map((statement) => [statement] as const));

/** A rise of one price that was applied, with the id of the price. */
async function raised() {
  const one = await firm.series();
  const rise = await firm.apply(await firm.plan({ ids: [one.id] }));
  const item = (await firm.rowsOf(rise.id))[0]?.id ?? '';
  return { one, rise, item };
}
const bill = (seriesId: string, from: string) =>
  firm.api.ownerPool.query(
    `insert into series_run (series_id, nominal_date, status, due_on, period_from, period_to)
     values ($1, $2, 'created', $2, $2, ($2::date + interval '1 month')::date - 1)`,
    [seriesId, from],
  );
const giveBack = (item: string, one: string) => [
  `delete from recurring_invoice_price where series_id = '${one}' and valid_from = '2030-07-01'`,
  `update price_rise_item set undone_at = now(), undone_by = '${firm.admin.id}' where id = '${item}'`,
];

describe('the database', () => {
  it('lets nothing of a plan change, and nobody delete a rise that was applied', async () => {
    const { rise, item } = await raised();
    for (const change of ['after = 1', `valid_from = '2031-01-01'`, `left_out = 'PAUSED'`])
      expect([change, await run(`update price_rise_item set ${change} where id = '${item}'`)]).toEqual([
        change,
        '42501',
      ]);
    for (const change of [
      'percent_bp = 1',
      `valid_from = '2031-01-01'`,
      'applied_at = null, applied_by = null',
    ])
      expect([change, await run(`update price_rise set ${change} where id = '${rise.id}'`)]).toEqual([
        change,
        'DB001',
      ]);
    expect(await run(`delete from price_rise where id = '${rise.id}'`)).toBe('DB001');
    expect(await run(`delete from price_rise_item where id = '${item}'`)).toBe('42501');
  });

  it('counts a price as raised only if it is in force, and only of a rise that is applied', async () => {
    const one = await firm.series();
    const plan = await firm.plan({ ids: [one.id] });
    const done = `update price_rise_item set done_at = now() where rise_id = '${plan.id}'`;
    expect(await run(done)).toBe('DB001');
    const applied = `update price_rise set applied_at = now(), applied_by = '${firm.admin.id}' where id = '${plan.id}'`;
    expect(await run(applied, done)).toBe('DB001');
    const price = `insert into recurring_invoice_price (line_id, series_id, valid_from, unit_price)
      select line_id, series_id, valid_from, unit_after from price_rise_item where rise_id = '${plan.id}'`;
    expect(await run(applied, price, done)).toBe('done');
  });

  it('undoes a price only by deleting it, once, and not after a period at the price was billed', async () => {
    const { one, item } = await raised();
    const [drop = '', mark = ''] = giveBack(item, one.id);
    expect(await run(mark)).toBe('DB001');
    await bill(one.id, '2030-06-01');
    expect(await run(drop, mark)).toBe('done');
    expect(await run(mark)).toBe('DB001');
    const late = await raised();
    await bill(late.one.id, '2030-07-01');
    expect(await run(...giveBack(late.item, late.one.id))).toBe('DB160');
  });

  it('takes no negative price, no lower one, and each price of a rise once', async () => {
    const one = await firm.series();
    const plan = await firm.plan({ ids: [one.id] });
    const again = (no: number, line: string, after: number) =>
      run(`insert into price_rise_item (id, rise_id, no, series_id, line_id, seen, currency, valid_from, first_from, unit_before,
          unit_after, before, after, year_before, year_after)
        select gen_random_uuid(), rise_id, ${no}, series_id, ${line}, seen, currency, valid_from, first_from, unit_before, ${after},
          before, ${after}, year_before, year_after from price_rise_item where rise_id = '${plan.id}' limit 1`);
    expect(await again(2, 'line_id', 105_00)).toBe('23505');
    expect(await again(2, 'gen_random_uuid()', -1)).toBe('23514');
    expect(await again(2, 'gen_random_uuid()', 99_00)).toBe('23514');
    expect(await again(2, 'gen_random_uuid()', 105_00)).toBe('done');
    await run(
      `update price_rise set applied_at = now(), applied_by = '${firm.admin.id}' where id = '${plan.id}'`,
    );
    expect(await again(3, 'gen_random_uuid()', 105_00)).toBe('DB001');
  });

  it('raises a series of a subscription only with the subscription', async () => {
    const sub = await firm.subscribe(await firm.sell());
    const seriesId = sub.series.find(({ kind }) => kind === 'invoice')?.id ?? '';
    const plan = await firm.plan({ ids: [(await firm.series()).id] });
    expect(
      await run(`insert into price_rise_item (id, rise_id, no, series_id, line_id, seen, currency, valid_from, first_from, unit_before,
          unit_after, before, after, year_before, year_after)
        select gen_random_uuid(), rise_id, 2, '${seriesId}', line_id, seen, currency, valid_from, first_from, unit_before, unit_after,
          before, after, year_before, year_after from price_rise_item where rise_id = '${plan.id}'`),
    ).toBe('DB001');
  });
});

describe('a price rise whose worker is killed again and again', () => {
  it('raises each price once and goes on by itself', async () => {
    const size = soak(16, 150);
    const packageId = await firm.sell();
    const ids: string[] = [];
    for (let index = 0; index < size; index += 1) {
      if (index % 4 > 0) ids.push((await firm.series()).id);
      else
        ids.push((await firm.subscribe(packageId)).series.find(({ kind }) => kind === 'invoice')?.id ?? '');
    }
    const rise = await firm.plan({ ids });
    await firm.admin.call(priceRises.apply, { id: rise.id }, { version: rise.version });
    const standing = async () =>
      (
        await firm.api.ownerPool.query<{ done: number; items: number; prices: number }>(
          `select (select count(*)::int from job_item join job on job.id = job_id where job.about = $1 and job_item.status = 'done') as done,
             (select count(*)::int from price_rise_item where rise_id = $1 and done_at is not null) as items,
             (select count(distinct price.series_id)::int from recurring_invoice_price price
               where price.series_id = any ($2) and price.valid_from = '2030-07-01') as prices`,
          [rise.id, ids],
        )
      ).rows[0] ?? { done: 0, items: 0, prices: 0 };
    await killAgainAndAgain(
      firm.api,
      soak(2, 20),
      async () => (await standing()).done,
      async () => {
        const { done, items, prices } = await standing();
        expect([items, prices]).toEqual([done, done]);
      },
    );
    await firm.work();
    expect(await firm.admin.call(priceRises.open, { id: rise.id })).toMatchObject({
      status: 'applied',
      done: size,
      refused: 0,
    });
    expect(await standing()).toEqual({ done: size, items: size, prices: size });
  });
});
