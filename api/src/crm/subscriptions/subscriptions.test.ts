import { recurringInvoices } from '@daybook/contracts/billing/recurring-invoices/recurring-invoices';
import { subscriptions } from '@daybook/contracts/crm/subscriptions/subscriptions';
import { clientMerge } from '@daybook/contracts/crm/clients/client-merge';
import { clients } from '@daybook/contracts/crm/clients/clients';
import { addDays, firstOfMonth, monthNumber } from '@daybook/contracts/plain-date';
import { packages } from '@daybook/contracts/settings/packages/packages';
import { recurringTasks } from '@daybook/contracts/tasks/recurring-tasks/recurring-tasks';
import { tasks } from '@daybook/contracts/tasks/tasks/tasks';
import { allBut } from '../../../test/test-api.ts';
import { startSelling } from '../../../test/fixtures/subscription-fixture.ts';
import type { Selling } from '../../../test/fixtures/subscription-fixture.ts';
import { until } from '../../../test/series-runs.ts';

let sold: Selling;
beforeAll(async () => {
  sold = await startSelling();
});
afterAll(() => sold.api.stop());

const today = new Date().toISOString().slice(0, 10);
const month = (months: number) => firstOfMonth(monthNumber(today) + months);

const invoicesOf = async (clientId: string) =>
  (
    await sold.api.db
      .selectFrom('invoice')
      .select(['serviceFrom', 'serviceTo', 'total'])
      .where('clientId', '=', clientId)
      .orderBy('serviceFrom')
      .execute()
  ).map(({ serviceFrom, serviceTo, total }) => `${serviceFrom} ${serviceTo} ${total}`);

const seriesOf = async (id: string) => (await sold.admin.call(subscriptions.open, { id })).series;

describe('a package that is applied to a client', () => {
  it('creates what the preview shows: its series, the first invoice and the task to begin with', async () => {
    const clientId = await sold.newClient();
    await sold.api.db
      .updateTable('client')
      .set({ billingRule: 'hours' })
      .where('id', '=', clientId)
      .execute();
    const packageId = await sold.sell();
    const asked = { clientId, packageId, startsOn: '2030-01-15' };
    const preview = await sold.admin.call(subscriptions.preview, asked);
    expect(preview).toMatchObject({
      startsOn: '2030-02-01',
      isMoved: true,
      firstPeriod: { from: '2030-02-01', to: '2030-02-28' },
      price: 25_000,
      recurringTasks: [{ category: { label: 'VAT return' } }],
      tasks: [{ title: 'Set up the books', startOn: '2030-02-08', dueOn: '2030-02-18' }],
    });
    const made = await sold.admin.call(subscriptions.apply, asked);
    expect(made).toMatchObject({ status: 'active', startsOn: '2030-02-01', price: 25_000, versionNo: 1 });
    const [invoice, task] = made.series;
    const [first] = preview.invoices.next;
    expect(
      await sold.admin.call(recurringInvoices.upcomingInvoices, { id: invoice?.id ?? '' }),
    ).toMatchObject({
      next: preview.invoices.next,
    });
    expect(await sold.admin.call(recurringTasks.upcoming, { id: task?.id ?? '' })).toMatchObject({
      next: preview.recurringTasks[0]?.next,
    });
    expect(first).toMatchObject({ nominal: '2030-02-01', net: 25_000 });
    expect((await sold.admin.call(tasks.list, { filter: { clientId } })).rows).toMatchObject([
      // The price of the package pays for it, whatever work of the client is billed by.
      { title: 'Set up the books', dueOn: '2030-02-18', billable: false },
    ]);
  });

  it('invoices past periods at once, from the first period that the firm names', async () => {
    const packageId = await sold.sell();
    const { client } = await sold.apply(packageId, { startsOn: month(-3), firstPeriod: month(-1) });
    expect((await invoicesOf(client.id)).map((one) => one.slice(0, 10))).toEqual(
      month(0) < today ? [month(-1), month(0)] : [month(-1)],
    );
  });

  it('is invoiced once if it is sold once, however long ago', async () => {
    const packageId = await sold.sell({ cycle: 'once', recurringTasks: [] });
    const { client } = await sold.apply(packageId, { startsOn: addDays(today, -1_000) });
    expect(await invoicesOf(client.id)).toHaveLength(1);
  });

  it('is refused twice on one day, on a day when it is not sold, and before it is known', async () => {
    const packageId = await sold.sell({ validFrom: '2030-01-01', validTo: '2030-12-31' });
    const { client } = await sold.apply(packageId);
    const refused = (more: object) =>
      sold.admin.refused(subscriptions.apply, {
        clientId: client.id,
        packageId,
        startsOn: '2030-03-01',
        ...more,
      });
    expect(await refused({})).toMatchObject({
      code: 'ALREADY_EXISTS',
      errors: { packageId: [{ code: 'ALREADY_EXISTS' }] },
    });
    expect(await refused({ startsOn: '2029-01-01' })).toMatchObject({
      errors: { startsOn: [{ code: 'NOT_SOLD_THEN' }] },
    });
    expect(await refused({ firstPeriod: '2030-02-01' })).toMatchObject({
      errors: { firstPeriod: [{ code: 'DATE_ORDER' }] },
    });
    expect(await refused({ startsOn: '2020-01-01', packageId: await sold.sell() })).toMatchObject({
      errors: { firstPeriod: [{ code: 'TOO_MANY' }] },
    });
  });

  it('is refused to whoever may not issue its invoices or create its tasks', async () => {
    const packageId = await sold.sell();
    const asked = { clientId: await sold.newClient(), packageId, startsOn: '2030-01-01' };
    const noInvoices = await sold.api.as({ keys: allBut('invoices.add') });
    expect(await noInvoices.refused(subscriptions.apply, { ...asked, mode: 'issue' })).toMatchObject({
      code: 'PERM_DENIED',
      errors: { mode: [{ code: 'PERM_DENIED' }] },
    });
    const noTasks = await sold.api.as({ keys: allBut('recurring_tasks.create') });
    const denied = { errors: { packageId: [{ code: 'PERM_DENIED' }] } };
    expect(await noTasks.refused(subscriptions.apply, asked)).toMatchObject(denied);
    const { id, version } = await sold.apply(packageId);
    const other = { id, packageId: await sold.sell(), from: '2030-02-01' };
    expect(await noTasks.refused(subscriptions.change, other, { version })).toMatchObject(denied);
  });

  it('is sold once on its own day', async () => {
    const packageId = await sold.sell({ cycle: 'once', recurringTasks: [] });
    const made = await sold.apply(packageId, { startsOn: '2030-01-15' });
    expect(made).toMatchObject({ startsOn: '2030-01-15', endedOn: '2030-01-15' });
    await until(sold.api.db, '2030-03-01');
    expect(await invoicesOf(made.client.id)).toEqual(['2030-01-15 2030-01-15 25000']);
  });
});

describe('a subscription', () => {
  it('is invoiced after each period if it is paid in arrears, up to its last one', async () => {
    const made = await sold.apply(await sold.sell({ cycle: 'quarterly' }), { billing: 'post' });
    const ended = await sold.admin.call(
      subscriptions.end,
      { id: made.id, on: '2030-05-10' },
      { version: made.version },
    );
    expect(ended).toMatchObject({ endedOn: '2030-06-30', status: 'active' });
    await until(sold.api.db, '2031-01-01');
    expect(await invoicesOf(made.client.id)).toEqual([
      '2030-01-01 2030-03-31 25000',
      '2030-04-01 2030-06-30 25000',
    ]);
    expect((await seriesOf(made.id)).map(({ kind, status }) => `${kind} ${status}`)).toEqual([
      'invoice completed',
      'task completed',
    ]);
  });

  it('never begins if it ends before its first day', async () => {
    const made = await sold.apply(await sold.sell());
    const ended = await sold.admin.call(
      subscriptions.end,
      { id: made.id, on: '2029-12-15' },
      { version: made.version },
    );
    expect(ended.endedOn).toBe('2029-12-31');
    expect(ended.series.map(({ status }) => status)).toEqual(['cancelled', 'cancelled']);
  });

  it('gets another price from the next period on, and keeps it for what has been invoiced', async () => {
    const made = await sold.apply(await sold.sell(), { discountPct: '10' });
    await until(sold.api.db, '2030-02-01');
    const { version } = await sold.admin.call(subscriptions.open, { id: made.id });
    const change = (from: string) => ({ id: made.id, from, upliftPct: '4' });
    expect(
      await sold.admin.refused(subscriptions.changePrice, change('2030-01-10'), { version }),
    ).toMatchObject({ errors: { from: [{ code: 'PERIOD_BILLED', params: { first: '2030-03-01' } }] } });
    const raised = await sold.admin.call(subscriptions.changePrice, change('2030-03-10'), { version });
    expect(raised.prices).toEqual([
      { validFrom: '2030-01-01', price: 25_000 },
      { validFrom: '2030-04-01', price: 26_000 },
    ]);
    await until(sold.api.db, '2030-04-01');
    expect((await invoicesOf(made.client.id)).map((one) => one.slice(22))).toEqual([
      '22500',
      '22500',
      '22500',
      '23400',
    ]);
  });

  it('rests while it is paused, with its series, which nobody can resume by themselves', async () => {
    const made = await sold.apply(await sold.sell());
    const paused = await sold.admin.call(
      subscriptions.pause,
      { id: made.id, reason: 'No work this year' },
      { version: made.version },
    );
    expect(paused).toMatchObject({ status: 'paused', pausedOn: today });
    const [series] = paused.series;
    const { version, subscription } = await sold.admin.call(recurringInvoices.open, { id: series?.id ?? '' });
    expect(subscription).toMatchObject({ id: made.id, isPaused: true });
    expect(
      await sold.admin.refused(recurringInvoices.resume, { id: series?.id ?? '' }, { version }),
    ).toMatchObject({ code: 'SERIES_OF_PACKAGE' });
    const resumed = await sold.admin.call(subscriptions.resume, { id: made.id }, { version: paused.version });
    expect(resumed).toMatchObject({ status: 'active', pausedOn: null });
    expect(resumed.series.map(({ status }) => status)).toEqual(['active', 'active']);
  });

  it('rests when its client leaves, until a person resumes it', async () => {
    const made = await sold.apply(await sold.sell());
    const { version } = await sold.admin.call(clients.open, { id: made.client.id });
    await sold.admin.call(clients.deactivate, { id: made.client.id, reason: 'Moved' }, { version });
    const paused = await sold.admin.call(subscriptions.open, { id: made.id });
    expect(paused).toMatchObject({ status: 'paused' });
    expect(
      await sold.admin.refused(subscriptions.resume, { id: made.id }, { version: paused.version }),
    ).toMatchObject({ errors: { clientId: [{ code: 'REFERENCE_UNKNOWN' }] } });
  });

  it('continues with another package when the periods of both begin, and nothing is billed twice', async () => {
    const made = await sold.apply(await sold.sell());
    await until(sold.api.db, '2030-02-01');
    const quarterly = await sold.sell({
      cycle: 'quarterly',
      price: 60_000,
      services: [{ serviceId: sold.ids.books, qty: '1', share: 60_000 }],
    });
    const asked = { id: made.id, packageId: quarterly, from: '2030-02-10' };
    expect(await sold.admin.call(subscriptions.previewChange, asked)).toMatchObject({
      startsOn: '2030-04-01',
      isMoved: true,
      formerEndsOn: '2030-03-31',
      price: 60_000,
    });
    const { version } = await sold.admin.call(subscriptions.open, { id: made.id });
    const next = await sold.admin.call(subscriptions.change, asked, { version });
    expect(next).toMatchObject({ startsOn: '2030-04-01', predecessor: { id: made.id } });
    await until(sold.api.db, '2030-07-01');
    expect(await invoicesOf(made.client.id)).toEqual([
      '2030-01-01 2030-01-31 25000',
      '2030-02-01 2030-02-28 25000',
      '2030-03-01 2030-03-31 25000',
      '2030-04-01 2030-06-30 60000',
      '2030-07-01 2030-09-30 60000',
    ]);
    const filed = await sold.api.db
      .selectFrom('task')
      .select(['periodFrom'])
      .where('clientId', '=', made.client.id)
      .where('recurringCategoryId', '=', sold.ids.filing)
      .orderBy('periodFrom')
      .execute();
    expect(filed.map(({ periodFrom }) => periodFrom)).toEqual(
      ['01', '02', '03', '04', '05'].map((no) => `2030-${no}-01`),
    );
  });

  it('keeps its package from being deleted', async () => {
    const packageId = await sold.sell();
    await sold.apply(packageId);
    expect(await sold.admin.refused(packages.remove, { id: packageId }, { version: 1 })).toMatchObject({
      code: 'REFERENCED',
    });
  });

  it('is listed by client, package and status, and seen only with its client', async () => {
    const packageId = await sold.sell();
    const made = await sold.apply(packageId);
    const listed = async (filter: object) =>
      (await sold.admin.call(subscriptions.list, { filter: { packageId, ...filter } })).rows.map(
        ({ id }) => id,
      );
    expect(await listed({ clientId: made.client.id })).toEqual([made.id]);
    expect(await listed({ status: 'ended' })).toEqual([]);
    const other = await sold.api.as({ scope: 'own' });
    expect(await other.refused(subscriptions.open, { id: made.id })).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('moves with its client into another one, unless both have the package', async () => {
    const packageId = await sold.sell();
    const goes = await sold.apply(packageId);
    const merge = async (id: string) => {
      const stays = await sold.admin.call(clients.open, { id });
      const { version: otherVersion } = await sold.admin.call(clients.open, { id: goes.client.id });
      return [{ id, otherId: goes.client.id, otherVersion }, { version: stays.version }] as const;
    };
    const both = await sold.apply(packageId);
    expect(await sold.admin.refused(clientMerge.merge, ...(await merge(both.client.id)))).toMatchObject({
      code: 'CANNOT_BE_MERGED',
      params: { preview: { keeps: [{ kind: 'same_packages', count: 1 }] } },
    });
    const stays = await sold.newClient();
    await sold.admin.call(clientMerge.merge, ...(await merge(stays)));
    expect(await sold.admin.call(subscriptions.open, { id: goes.id })).toMatchObject({
      client: { id: stays },
    });
  });

  it('is changed by one of two people who change it at once', async () => {
    const made = await sold.apply(await sold.sell());
    const { version } = made;
    const both = await Promise.allSettled([
      sold.admin.call(subscriptions.changePrice, { id: made.id, from: '2030-02-01', price: 1 }, { version }),
      sold.admin.call(subscriptions.end, { id: made.id, on: addDays('2030-06-01', 3) }, { version }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });
});
