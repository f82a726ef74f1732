import { recurringInvoices } from '@daybook/contracts/billing/recurring-invoices/recurring-invoices';
import { recurringTasks } from '@daybook/contracts/tasks/recurring-tasks/recurring-tasks';
import { subscriptions } from '@daybook/contracts/crm/subscriptions/subscriptions';
import type { SubscriptionPreview } from '@daybook/contracts/crm/subscriptions/subscriptions';
import { jobs } from '@daybook/contracts/jobs/jobs';
import { packages } from '@daybook/contracts/settings/packages/packages';
import { soak } from '../../../test/effort.ts';
import { killAgainAndAgain } from '../../../test/fixtures/import-worker-fixture.ts';
import { startSelling } from '../../../test/fixtures/subscription-fixture.ts';
import type { Selling } from '../../../test/fixtures/subscription-fixture.ts';
import { until } from '../../../test/series-runs.ts';
import { doJobs, noTurn } from '../../jobs/do-jobs.ts';
import { kindsOfJobs } from '../../start-jobs.ts';

let sold: Selling;
beforeAll(async () => {
  sold = await startSelling();
});
afterAll(() => sold.api.stop());

const work = () => doJobs(sold.api.db, { kinds: kindsOfJobs, canMail: false, turn: noTurn() });

/** How many of everything there is: in each transaction of the job, all parts of one client. */
const standing = async () => {
  const { rows } = await sold.api.ownerPool.query<Record<string, number>>(
    `select (select count(*)::int from job_item where status = 'done') as done, (select count(*)::int from subscription) as subscriptions,
       (select count(*)::int from series) as series, (select count(*)::int from task) as tasks`,
  );
  return rows[0] ?? {};
};

describe('a package that is applied to many clients', () => {
  it('brings each what the preview showed, once, although the job is killed again and again', async () => {
    const size = soak(12, 100);
    const packageId = await sold.sell();
    const ids: string[] = [];
    for (let index = 0; index < size; index += 1) ids.push(await sold.newClient());
    const applied = { packageId, startsOn: '2030-01-01', discountPct: '5' };
    const previews = new Map<string, SubscriptionPreview>();
    for (const clientId of ids)
      previews.set(clientId, await sold.admin.call(subscriptions.preview, { clientId, ...applied }));
    const before = await standing();
    const { id } = await sold.admin.call(subscriptions.applyToMany, { ids, ...applied });
    await killAgainAndAgain(
      sold.api,
      soak(2, 20),
      async () => (await standing())['done'] ?? 0,
      async () => {
        const now = await standing();
        const made = (now['done'] ?? 0) - (before['done'] ?? 0);
        expect(now).toMatchObject({
          subscriptions: (before['subscriptions'] ?? 0) + made,
          series: (before['series'] ?? 0) + 2 * made,
          tasks: (before['tasks'] ?? 0) + made,
        });
      },
    );
    await work();
    expect(await sold.admin.call(jobs.open, { id })).toMatchObject({
      status: 'done',
      done: size,
      refused: 0,
    });
    for (const clientId of ids) {
      const preview = previews.get(clientId);
      const { rows } = await sold.admin.call(subscriptions.list, { filter: { clientId } });
      expect(rows).toHaveLength(1);
      const { series } = await sold.admin.call(subscriptions.open, { id: rows[0]?.id ?? '' });
      const [invoice, task] = series.map((one) => one.id);
      const upcoming = await sold.admin.call(recurringInvoices.upcomingInvoices, { id: invoice ?? '' });
      expect(upcoming.next).toEqual(preview?.invoices.next);
      const tasks = await sold.admin.call(recurringTasks.upcoming, { id: task ?? '' });
      expect(tasks.next).toEqual(preview?.recurringTasks[0]?.next);
    }
    await until(sold.api.db, '2030-01-01');
    const first = await sold.api.db
      .selectFrom('invoice')
      .select(['clientId', 'total'])
      .where('clientId', 'in', ids)
      .execute();
    expect(first.map(({ clientId }) => clientId).toSorted()).toEqual(ids.toSorted());
    for (const { clientId, total } of first)
      expect(total).toBe(previews.get(clientId)?.invoices.next[0]?.total);
  }, 1_800_000);

  it('leaves a client out who has it already, and says so', async () => {
    const { client, package: own } = await sold.apply(await sold.sell());
    const ids = [client.id, await sold.newClient()];
    const { id } = await sold.admin.call(subscriptions.applyToMany, {
      ids,
      packageId: own.id,
      startsOn: '2030-06-01',
    });
    await work();
    expect(await sold.admin.call(jobs.open, { id })).toMatchObject({ status: 'done', done: 1, refused: 1 });
    const { rows } = await sold.admin.call(jobs.items, { id, filter: { status: ['refused'] } });
    expect(rows).toMatchObject([{ subject: { id: client.id }, refusal: { code: 'ALREADY_EXISTS' } }]);
  });
});

describe('a package that two people apply to the same clients at once', () => {
  it('is had by each client once, whoever came first', async () => {
    const packageId = await sold.sell();
    const ids: string[] = [];
    for (let index = 0; index < 12; index += 1) ids.push(await sold.newClient());
    const colleague = await sold.api.as({ userType: 'super_admin' });
    const started = await Promise.all([
      sold.admin.call(subscriptions.applyToMany, { ids: ids.slice(0, 9), packageId, startsOn: '2030-01-01' }),
      colleague.call(subscriptions.applyToMany, { ids: ids.slice(3), packageId, startsOn: '2030-03-01' }),
    ]);
    await Promise.all([work(), work()]);
    await work();
    const outcomes = await Promise.all(started.map(({ id }) => sold.admin.call(jobs.open, { id })));
    expect(outcomes.map(({ status }) => status)).toEqual(['done', 'done']);
    expect(outcomes.reduce((all, { done }) => all + done, 0)).toBe(12);
    expect(outcomes.reduce((all, { refused }) => all + refused, 0)).toBe(6);
    const { rows } = await sold.admin.call(subscriptions.list, { filter: { packageId } });
    expect(rows.map(({ client }) => client.id).toSorted()).toEqual(ids.toSorted());
  });
});

/** Makes the second version of a package. */
const edited = async (given: ReturnType<typeof sold.monthly>, id: string, more: object = {}) =>
  sold.admin.call(
    packages.edit,
    {
      ...given,
      id,
      active: true,
      price: 30_000,
      services: [{ serviceId: sold.ids.books, qty: '1', share: 30_000 }],
      ...more,
    },
    { version: 1 },
  );

describe('a new version of a package', () => {
  it('reaches those who are not paused, and the preview counts the paused apart', async () => {
    const given = sold.monthly();
    const { id: packageId } = await sold.admin.call(packages.create, given);
    await sold.apply(packageId);
    const paused = await sold.apply(packageId);
    const pause = { id: paused.id, reason: 'Quiet' };
    await sold.admin.call(subscriptions.pause, pause, { version: paused.version });
    await edited(given, packageId);
    const asked = { id: packageId, from: '2030-03-01' };
    expect(await sold.admin.call(subscriptions.previewLatestVersion, asked)).toMatchObject({
      total: 1,
      paused: 1,
    });
    const { id } = await sold.admin.call(subscriptions.bringToLatestVersion, asked);
    await work();
    expect(await sold.admin.call(jobs.open, { id })).toMatchObject({ status: 'done', done: 1, refused: 0 });
    expect(await sold.admin.call(subscriptions.open, { id: paused.id })).toMatchObject({ versionNo: 1 });
  });

  it('reaches clients of a package that is no longer sold, each from the first period without an invoice', async () => {
    const given = sold.monthly();
    const { id: packageId } = await sold.admin.call(packages.create, given);
    const invoiced = await sold.apply(packageId);
    await until(sold.api.db, '2030-04-01');
    const later = await sold.apply(packageId, { startsOn: '2030-06-01' });
    await edited(given, packageId, { validTo: '2030-01-31' });
    const asked = { id: packageId, from: '2030-02-01' };
    const { some } = await sold.admin.call(subscriptions.previewLatestVersion, asked);
    const days = new Map([
      [invoiced.id, '2030-05-01'],
      [later.id, '2030-07-01'],
    ]);
    expect(new Map(some.map(({ subscription, from }) => [subscription, from]))).toEqual(days);
    const { id } = await sold.admin.call(subscriptions.bringToLatestVersion, asked);
    await work();
    expect(await sold.admin.call(jobs.open, { id })).toMatchObject({ status: 'done', done: 2, refused: 0 });
    for (const [of, day] of days) {
      const { successor } = await sold.admin.call(subscriptions.open, { id: of });
      expect(await sold.admin.call(subscriptions.open, { id: successor?.id ?? '' })).toMatchObject({
        startsOn: day,
        versionNo: 2,
      });
    }
  });

  it('reaches its clients only when they are brought to it, and leaves them their own price and discount', async () => {
    const given = sold.monthly();
    const { id: packageId } = await sold.admin.call(packages.create, given);
    const plain = await sold.apply(packageId);
    const agreed = await sold.apply(packageId, { price: 20_000, discountPct: '10' });
    await edited(given, packageId);
    expect(await sold.admin.call(subscriptions.open, { id: plain.id })).toMatchObject({
      price: 25_000,
      versionNo: 1,
      latestNo: 2,
    });
    const asked = { id: packageId, from: '2030-03-10' };
    const preview = await sold.admin.call(subscriptions.previewLatestVersion, asked);
    expect(preview.total).toBe(2);
    expect(
      new Map(preview.some.map((one) => [one.subscription, [one.from, one.price, one.newPrice]])),
    ).toEqual(
      new Map([
        [plain.id, ['2030-04-01', 25_000, 30_000]],
        [agreed.id, ['2030-04-01', 20_000, 20_000]],
      ]),
    );
    const { id } = await sold.admin.call(subscriptions.bringToLatestVersion, asked);
    await work();
    expect(await sold.admin.call(jobs.open, { id })).toMatchObject({ status: 'done', done: 2 });
    const next = async (of: string) => {
      const { successor } = await sold.admin.call(subscriptions.open, { id: of });
      return sold.admin.call(subscriptions.open, { id: successor?.id ?? '' });
    };
    expect(await next(plain.id)).toMatchObject({ versionNo: 2, price: 30_000, startsOn: '2030-04-01' });
    expect(await next(agreed.id)).toMatchObject({ versionNo: 2, price: 20_000, discountPct: '10' });
    const begun = await sold.api.db
      .selectFrom('task')
      .select('id')
      .where('clientId', '=', plain.client.id)
      .execute();
    expect(begun).toHaveLength(1);
  });

  it.each([
    ['currency', { currency: 'JPY' }],
    ['cycle', { cycle: 'quarterly' }],
  ] as const)(
    'with another %s ends the prices that were agreed in the earlier one',
    async (_what, change) => {
      const given = sold.monthly();
      const { id: packageId } = await sold.admin.call(packages.create, given);
      const agreed = await sold.apply(packageId, { price: 20_000 });
      await sold.admin.call(
        packages.edit,
        { ...given, id: packageId, active: true, ...change },
        { version: 1 },
      );
      const asked = { id: packageId, from: '2030-04-01' };
      const { some } = await sold.admin.call(subscriptions.previewLatestVersion, asked);
      expect(some).toMatchObject([{ price: 20_000, newPrice: 25_000 }]);
      await sold.admin.call(subscriptions.bringToLatestVersion, asked);
      await work();
      const { successor } = await sold.admin.call(subscriptions.open, { id: agreed.id });
      expect(await sold.admin.call(subscriptions.open, { id: successor?.id ?? '' })).toMatchObject({
        ...change,
        price: 25_000,
      });
    },
  );
});
