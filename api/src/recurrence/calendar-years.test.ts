import { uuidv7 } from 'uuidv7';
import { recurringInvoices } from '@daybook/contracts/billing/recurring-invoices/recurring-invoices';
import { subscriptions } from '@daybook/contracts/crm/subscriptions/subscriptions';
import { recurringTaskCategories } from '@daybook/contracts/settings/categories/recurring-task-categories';
import { recurringTasks } from '@daybook/contracts/tasks/recurring-tasks/recurring-tasks';
import { startRaising } from '../../test/fixtures/price-rise-fixture.ts';
import type { Raising } from '../../test/fixtures/price-rise-fixture.ts';
import { edited } from '../../test/fixtures/recurring-task-fixture.ts';
import { until } from '../../test/series-runs.ts';

let firm: Raising;
beforeAll(async () => {
  firm = await startRaising({ fyStart: '04-01' });
});
afterAll(() => firm.api.stop());

/** On 10 January and 10 July, for the half-year before. */
const half = { rrule: 'FREQ=YEARLY;BYMONTH=1,7;BYMONTHDAY=10', periodOffset: -1 } as const;
const byCalendar = { ...half, calendarYear: true };

async function seriesOf(rule: typeof half | typeof byCalendar) {
  const { id: categoryId } = await firm.admin.call(recurringTaskCategories.create, {
    name: `Tax withheld ${uuidv7()}`,
    titleTemplate: 'Tax withheld {half} {year}',
    rule,
  });
  return firm.admin.call(recurringTasks.create, {
    clientId: await firm.newClient(),
    categoryId,
    title: 'Tax withheld {half} {year}',
    rule,
    startsOn: '2031-01-01',
    assigneeRule: 'client_executive',
    assigneeIds: [],
  });
}

const tasksOf = (seriesId: string) =>
  firm.api.db
    .selectFrom('task')
    .select(['title', 'periodFrom', 'periodTo'])
    .where('seriesId', '=', seriesId)
    .orderBy('nominalOn')
    .execute();

describe('a rule that counts by the calendar, in a fiscal year from April', () => {
  it('is for the half-years of the calendar, in the preview and in what is made', async () => {
    const [fiscal, own] = [await seriesOf(half), await seriesOf(byCalendar)];
    expect(own.rule).toMatchObject(byCalendar);
    expect(own.next?.title).toBe('Tax withheld H2 2030');
    const { next } = await firm.admin.call(recurringTasks.upcoming, { id: own.id });
    expect(next.slice(0, 2).map(({ title }) => title)).toEqual([
      'Tax withheld H2 2030',
      'Tax withheld H1 2031',
    ]);
    await until(firm.api.db, '2031-07-10');
    expect(await tasksOf(own.id)).toEqual([
      { title: 'Tax withheld H2 2030', periodFrom: '2030-07-01', periodTo: '2030-12-31' },
      { title: 'Tax withheld H1 2031', periodFrom: '2031-01-01', periodTo: '2031-06-30' },
    ]);
    expect(await tasksOf(fiscal.id)).toMatchObject([
      { periodFrom: '2030-04-01', periodTo: '2030-09-30' },
      { periodFrom: '2030-10-01', periodTo: '2031-03-31' },
    ]);
  });

  it('stays when something else of the series is edited, and changes with the days', async () => {
    const series = await seriesOf(byCalendar);
    const kept = await firm.admin.call(
      recurringTasks.edit,
      edited(series, { apply: 'following', priority: 1 }),
      { version: series.version },
    );
    expect(kept.rule).toMatchObject(byCalendar);
    const changed = await firm.admin.call(
      recurringTasks.edit,
      edited(kept, { apply: 'following', rule: half }),
      { version: kept.version },
    );
    expect([changed.rule.calendarYear, changed.next?.title]).toEqual([undefined, 'Tax withheld H1 2030']);
  });

  it('is for the same half-years on invoices', async () => {
    const rule = { ...byCalendar, rrule: 'FREQ=MONTHLY;INTERVAL=6;BYMONTHDAY=1' };
    const { id } = await firm.series({ rule, startsOn: '2031-01-01' });
    const opened = await firm.admin.call(recurringInvoices.open, { id });
    expect(opened.rule).toMatchObject(rule);
    const { next } = await firm.admin.call(recurringInvoices.upcoming, { id });
    expect(next[0]).toMatchObject({ periodFrom: '2030-07-01', periodTo: '2030-12-31' });
  });

  it('is work of the package that the client has at the end of the half-year', async () => {
    const { id: categoryId } = await firm.admin.call(recurringTaskCategories.create, {
      name: 'Half-yearly tax',
      titleTemplate: 'Half-yearly tax {half} {year}',
      rule: byCalendar,
    });
    const packageId = await firm.sell({ recurringTasks: [{ categoryId }] });
    const wanted = { clientId: await firm.newClient(), packageId, startsOn: '2030-11-01' };
    const { recurringTasks: planned } = await firm.admin.call(subscriptions.preview, wanted);
    expect(planned[0]?.next[0]).toMatchObject({ nominal: '2031-01-10', title: 'Half-yearly tax H2 2030' });
    const { id, version } = await firm.subscribe(packageId, wanted);
    await firm.admin.call(subscriptions.end, { id, on: '2031-06-30' }, { version });
    const series = await firm.api.db
      .selectFrom('series')
      .select('lastOn')
      .where('subscriptionId', '=', id)
      .where('kind', '=', 'task')
      .executeTakeFirstOrThrow();
    expect(series.lastOn).toBe('2031-07-10');
  });
});
