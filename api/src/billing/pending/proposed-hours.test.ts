import { pendingInvoices } from '@daybook/contracts/billing/pending/pending-invoices';
import { unbilledHours } from '@daybook/contracts/billing/pending/unbilled-hours';
import { chargeRates } from '@daybook/contracts/settings/hourly-rates/charge-rates';
import { firm } from '@daybook/contracts/settings/firm/firm';
import { timeEntries } from '@daybook/contracts/tasks/time/task-time';
import { tasks } from '@daybook/contracts/tasks/tasks/tasks';
import type { Task } from '@daybook/contracts/tasks/tasks/tasks';
import { openHoursFixture } from '../../../test/fixtures/hours-fixture.ts';
import type { HoursFixture } from '../../../test/fixtures/hours-fixture.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { TestApi } from '../../../test/test-api.ts';
import { proposeMonths } from './propose-hours.ts';

let api: TestApi;
let at: HoursFixture;

beforeAll(async () => {
  api = await startTestApi();
  at = await openHoursFixture(api);
});
afterAll(() => api.stop());

const itemsOf = ({ id }: Pick<Task, 'id'>) =>
  api.db
    .selectFrom('pendingItem as item')
    .innerJoin('timeBill as bill', 'bill.id', 'item.sourceId')
    .select([
      'item.id',
      'item.status',
      'item.amount',
      'item.originalAmount',
      'item.reason',
      'item.description',
    ])
    .where('bill.taskId', '=', id)
    .orderBy('item.id')
    .execute();

describe('hours of a task that is completed', () => {
  it('become a pending item, and are unbilled again once the task is reopened', async () => {
    const task = await at.byHours({ title: 'Advice' });
    const entry = await at.record(task, 60);
    await at.record(task, 30, { workedOn: '2026-05-06' });
    await at.record(task, 30, { workedOn: '2025-05-06' });
    const done = await at.walk(task, 'in_progress', 'completed');
    expect(await itemsOf(task)).toMatchObject([
      {
        status: 'open',
        amount: 18_000,
        originalAmount: 18_000,
        description: 'Advice (2026-05-04 – 2026-05-06)',
      },
    ]);
    const again = await at.walk(done, 'in_progress');
    expect(await itemsOf(task)).toEqual([]);
    await at.doer.call(
      timeEntries.edit,
      { id: entry.id, workedOn: entry.workedOn, minutes: 30, billable: true },
      { version: entry.version },
    );
    await at.walk(again, 'completed');
    expect(await itemsOf(task)).toMatchObject([{ amount: 12_000 }]);
  });

  it('stay billed once they were billed by hand or are invoiced, and only new ones are proposed', async () => {
    const task = await at.byHours();
    await at.record(task, 60);
    await at.bill(task);
    await at.record(task, 30);
    const done = await at.walk(task, 'in_progress', 'completed');
    const [byHand, proposed] = await itemsOf(task);
    expect([byHand?.amount, proposed?.amount]).toEqual([12_000, 6_000]);
    await at.admin.call(pendingInvoices.draft, { itemIds: [proposed?.id ?? ''], issueDate: '2026-06-01' });
    const again = await at.walk(done, 'in_progress');
    await at.walk(again, 'completed');
    expect(await itemsOf(task)).toMatchObject([{ amount: 12_000 }, { amount: 6_000, status: 'invoiced' }]);
  });

  it('are proposed as far as the limit goes, and the rest is written down with a reason', async () => {
    const task = await at.byHours({ billingRule: 'hours_to_limit', fee: 10_000 });
    await at.record(task, 60);
    await at.walk(task, 'in_progress', 'completed');
    expect(await itemsOf(task)).toMatchObject([
      { amount: 10_000, originalAmount: 12_000, reason: 'The limit is reached' },
    ]);
  });

  it('are proposed although the person who completes the task may not bill', async () => {
    const task = await at.byHours();
    await at.record(task, 60);
    const begun = await at.walk(task, 'in_progress');
    await at.doer.call(tasks.transition, { id: task.id, to: 'completed' }, { version: begun.version });
    expect(await itemsOf(task)).toHaveLength(1);
    expect(await at.doer.refused(unbilledHours.list, {})).toMatchObject({ httpStatus: 403 });
  });
});

const setting = async (proposesHours: boolean) => {
  const { version, name } = await at.admin.call(firm.open, {});
  await at.admin.call(firm.save, { name, proposesHours }, { version });
};

it('the choice to propose hours stays when a screen that does not know it saves the firm', async () => {
  await setting(true);
  const { version } = await at.admin.call(firm.open, {});
  expect(await at.admin.call(firm.save, { name: 'Rao' }, { version })).toMatchObject({ proposesHours: true });
  await setting(false);
});

describe('hours at the end of a month', () => {
  const failures: unknown[] = [];
  const log = { warn: (what: unknown) => failures.push(what) };
  const run = (clock: string) => proposeMonths(api.db, log, clock);
  it('are proposed once, in the zone of the billing entity, by one of two servers, if the firm wants it', async () => {
    const [task, other] = [await at.byHours(), await at.byHours()];
    await at.record(task, 60, { workedOn: '2026-03-30' });
    await at.record(task, 30, { workedOn: '2026-04-01' });
    await at.record(other, 60, { workedOn: '2026-02-11' });
    await run('2026-03-31T10:30:00Z');
    expect(await itemsOf(task)).toEqual([]);
    await setting(true);
    // Kiritimati is fourteen hours ahead.
    await run('2026-03-31T09:30:00Z');
    expect(await itemsOf(task)).toEqual([]);
    expect(await itemsOf(other)).toHaveLength(1);
    await Promise.all([1, 2, 3].map(() => run('2026-03-31T10:30:00Z')));
    expect(await itemsOf(task)).toMatchObject([{ status: 'open', amount: 12_000 }]);
    expect(await itemsOf(other)).toHaveLength(1);
    // Recorded late: it waits for the end of the next month.
    await at.record(task, 15, { workedOn: '2026-03-30' });
    await run('2026-04-02T10:30:00Z');
    expect(await itemsOf(task)).toHaveLength(1);
    await run('2026-05-01T10:30:00Z');
    expect(await itemsOf(task)).toMatchObject([{ amount: 12_000 }, { amount: 9_000 }]);
    expect(failures).toEqual([]);
    await setting(false);
  });

  it('are proposed for the other tasks if those of one fail, which is logged once', async () => {
    await setting(true);
    const [failing, other] = [await at.byHours(), await at.byHours()];
    for (const task of [failing, other]) await at.record(task, 60, { workedOn: '2026-05-11' });
    await api.ownerPool.query(`create function fails() returns trigger language plpgsql as $$
      begin raise exception 'broken'; end $$`);
    await api.ownerPool.query(`create trigger fails before insert on time_bill for each row
      when (new.task_id = '${failing.id}') execute function fails()`);
    failures.length = 0;
    await run('2026-06-01T12:00:00Z');
    await run('2026-06-01T13:00:00Z');
    expect(failures).toMatchObject([{ taskId: failing.id }]);
    expect(await itemsOf(other)).toHaveLength(1);
    await api.ownerPool.query('drop function fails cascade');
    await run('2026-07-01T12:00:00Z');
    expect(await itemsOf(failing)).toMatchObject([{ amount: 12_000 }]);
    await setting(false);
  });

  it('are proposed across the end of a year after servers stood still', async () => {
    await setting(true);
    const task = await at.byHours();
    const rate = { currency: 'EUR', rate: 12_000, validFrom: '2025-12-01', validTo: '2025-12-31' } as const;
    await at.admin.call(chargeRates.create, rate);
    await at.record(task, 60, { workedOn: '2025-12-31' });
    await at.record(task, 60, { workedOn: '2026-01-01' });
    await run('2026-01-15T12:00:00Z');
    expect(await itemsOf(task)).toMatchObject([{ amount: 12_000 }]);
    await setting(false);
  });
});
