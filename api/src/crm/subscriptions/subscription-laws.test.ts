import { uuidv7 } from 'uuidv7';
import type { Subscription } from '@daybook/contracts/crm/subscriptions/subscriptions';
import { startSelling } from '../../../test/fixtures/subscription-fixture.ts';
import type { Selling } from '../../../test/fixtures/subscription-fixture.ts';
import { refusedInSql } from '../../../test/refused-in-sql.ts';
import { until } from '../../../test/series-runs.ts';

let sold: Selling;
let made: Subscription;
beforeAll(async () => {
  sold = await startSelling();
});
afterAll(() => sold.api.stop());
beforeEach(async () => {
  made = await sold.apply(await sold.sell(), { price: 20_000 });
});

const run = (...statements: string[]) =>
  refusedInSql(sold.api, ...statements.map((statement) => [statement] as const));
const touch = () => `update subscription set version = version + 1 where id = '${made.id}'`;
const seriesId = (kind: 'task' | 'invoice') => made.series.find((one) => one.kind === kind)?.id ?? '';

const subscribe = (clientId: string, packageId: string, versionOf: string) =>
  run(`insert into subscription (id, client_id, package_id, version_id, starts_on, billed_from, billing)
    select '${uuidv7()}', '${clientId}', '${packageId}', id, '2030-06-01', '2030-06-01', 'pre'
    from package_version where package_id = '${versionOf}'`);
const endOn = (day: string) => run(`update subscription set ended_on = '${day}' where id = '${made.id}'`);
const continueFrom = (startsOn: string) =>
  run(
    `update subscription set ended_on = '2030-01-31' where id = '${made.id}'`,
    `insert into subscription (id, client_id, package_id, version_id, starts_on, billed_from, billing, predecessor_id)
     select '${uuidv7()}', client_id, package_id, version_id, '${startsOn}', '${startsOn}', 'pre', id
     from subscription where id = '${made.id}'`,
  );

describe('the database', () => {
  it('lets nothing that was sold change, and nobody delete a subscription', async () => {
    const other = await sold.api.db
      .selectFrom('packageVersion')
      .select('id')
      .where('packageId', '=', await sold.sell())
      .executeTakeFirstOrThrow();
    for (const change of [
      `starts_on = '2030-02-01'`,
      `billing = 'post'`,
      'discount_pct = 50',
      `version_id = '${other.id}'`,
      `client_id = '${await sold.newClient()}'`,
    ])
      expect([change, await run(`update subscription set ${change} where id = '${made.id}'`)]).toEqual([
        change,
        'DB001',
      ]);
    expect(await run(`delete from subscription where id = '${made.id}'`)).toBe('DB001');
  });

  it('lets a client have a package once on each day, of its own versions only', async () => {
    expect(await subscribe(made.client.id, made.package.id, made.package.id)).toBe('23P01');
    expect(await subscribe(await sold.newClient(), made.package.id, await sold.sell())).toBe('23503');
    expect(await subscribe(await sold.newClient(), made.package.id, made.package.id)).toBe('done');
  });

  it('ends a subscription not before a period that has been invoiced', async () => {
    await until(sold.api.db, '2030-02-01');
    expect(await endOn('2030-01-31')).toBe('DB001');
    expect(await endOn('2030-02-28')).toBe('done');
  });

  it('moves a known end to a later day or takes it back, until it has come or another subscription follows', async () => {
    expect(await endOn('2030-02-28')).toBe('done');
    expect(await endOn('2030-03-31')).toBe('done');
    expect(await run(`update subscription set ended_on = null where id = '${made.id}'`)).toBe('done');
    const once = await sold.apply(await sold.sell({ cycle: 'once', recurringTasks: [] }));
    const ofOnce = (end: string) => run(`update subscription set ended_on = ${end} where id = '${once.id}'`);
    expect([await ofOnce('null'), await ofOnce(`'2030-01-02'`)]).toEqual(['DB001', 'DB001']);
    const past = await sold.apply(await sold.sell(), { startsOn: '2024-01-01', firstPeriod: '2030-01-01' });
    const ofPast = (end: string) => run(`update subscription set ended_on = ${end} where id = '${past.id}'`);
    expect(await ofPast(`'2024-03-31'`)).toBe('done');
    expect([await ofPast('null'), await ofPast(`'2024-04-30'`)]).toEqual(['DB001', 'DB001']);
  });

  it('lets a series that has ended go on only with its subscription', async () => {
    const series = `where id = '${seriesId('invoice')}'`;
    expect(await run(touch(), `update series set status = 'cancelled' ${series}`)).toBe('done');
    const goesOn = `update series set status = 'active' ${series}`;
    expect(await run(goesOn)).toBe('DB001');
    expect(await run(touch(), goesOn)).toBe('done');
  });

  it('continues a subscription only with one of its client, on the next day', async () => {
    expect(await continueFrom('2030-03-01')).toBe('DB001');
    expect(await continueFrom('2030-02-01')).toBe('done');
  });

  it('keeps the price of a period that has been invoiced', async () => {
    await until(sold.api.db, '2030-02-01');
    const price = (day: string) =>
      run(
        touch(),
        `insert into subscription_price (subscription_id, valid_from, price) values ('${made.id}', '${day}', 1)`,
      );
    expect(await price('2030-02-01')).toBe('DB001');
    expect(await price('2030-03-01')).toBe('done');
    expect(await run(touch(), `delete from subscription_price where valid_from = '2030-01-01'`)).toBe(
      'DB001',
    );
    expect(
      await run(touch(), `update subscription_price set price = 2 where valid_from = '2030-03-01'`),
    ).toBe('DB001');
  });

  it('changes prices, pauses and series only together with their subscription', async () => {
    for (const statement of [
      `insert into subscription_price (subscription_id, valid_from, price) values ('${made.id}', '2031-01-01', 1)`,
      `insert into subscription_pause (subscription_id, paused_on) values ('${made.id}', '2031-01-01')`,
    ]) {
      expect([statement, await run(statement)]).toEqual([statement, 'DB001']);
      expect([statement, await run(touch(), statement)]).toEqual([statement, 'done']);
    }
    for (const statement of [
      `update series set title = 'Other' where id = '${seriesId('task')}'`,
      `update series set ends = 'until', ends_on = '2031-01-01', last_on = '2031-01-01' where id = '${seriesId('invoice')}'`,
      `update series set calendar_year = true where id = '${seriesId('task')}'`,
      `update series set status = 'cancelled' where id = '${seriesId('invoice')}'`,
      `update recurring_invoice set discount_pct = 50 where series_id = '${seriesId('invoice')}'`,
      `update recurring_invoice_line set qty = 9 where series_id = '${seriesId('invoice')}'`,
      `update recurring_invoice_price set unit_price = 0 where series_id = '${seriesId('invoice')}'`,
    ]) {
      expect([statement, await run(statement)]).toEqual([statement, 'DB151']);
      expect([statement, await run(touch(), statement)]).toEqual([statement, 'done']);
    }
  });

  it('lets no series leave its subscription, nor go without it, nor be of another client', async () => {
    const invoice = seriesId('invoice');
    expect(await run(touch(), `update series set subscription_id = null where id = '${invoice}'`)).toBe(
      'DB001',
    );
    expect(await run(`delete from series where id = '${invoice}'`)).toBe('DB151');
    expect(
      await run(touch(), `update series set client_id = '${await sold.newClient()}' where id = '${invoice}'`),
    ).toBe('23503');
  });

  it('keeps the series of a paused subscription at rest, and what a pause was', async () => {
    const pause = `insert into subscription_pause (subscription_id, paused_on) values ('${made.id}', '2030-01-01')`;
    const series = `update series set status = 'paused', paused_for = 'person' where id = '${seriesId('task')}'`;
    expect(await run(touch(), pause, series)).toBe('done');
    expect(
      await run(
        touch(),
        `update series set status = 'active', paused_for = null where id = '${seriesId('task')}'`,
      ),
    ).toBe('DB151');
    expect(await run(touch(), pause)).toBe('23505');
    expect(await run(touch(), `delete from subscription_pause where subscription_id = '${made.id}'`)).toBe(
      'DB001',
    );
    const resume = `update subscription_pause set resumed_on = '2030-02-01' where subscription_id = '${made.id}'`;
    expect(await run(touch(), resume)).toBe('done');
    expect(await run(touch(), resume.replace('02', '03'))).toBe('DB001');
  });
});
