import { addDays } from '@daybook/contracts/plain-date';
import { clients } from '@daybook/contracts/crm/clients/clients';
import { notifications } from '@daybook/contracts/notifications';
import { openSeriesFixture } from '../../test/fixtures/series-fixture.ts';
import type { SeriesFixture } from '../../test/fixtures/series-fixture.ts';
import { startTestApi } from '../../test/test-api.ts';
import type { Caller, TestApi } from '../../test/test-api.ts';
import { theSystem } from '../auth/the-system.ts';
import { makersOf } from '../start-series.ts';
import { stepsOf } from './series-steps.ts';
import { upcomingOf } from './upcoming.ts';
import { readSeries } from './series-due.ts';
import type { DueSeries } from './series-due.ts';
import { runsOf, seriesOf, tasksOf, until } from '../../test/series-runs.ts';

let api: TestApi;
let admin: Caller;
let fixture: SeriesFixture;

beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({ userType: 'super_admin' });
});
beforeEach(async () => {
  fixture = await openSeriesFixture(api.db);
});
afterAll(() => api.stop());

const monthly = 'FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1';

// docs/rules.md#missed-days
describe('after 400 days without a server', () => {
  it('twelve monthly tasks are created, and a daily series creates no more than the cap: it pauses and notifies', async () => {
    const yearly = await fixture.task({ rrule: 'FREQ=MONTHLY;BYMONTHDAY=5', startsOn: '2024-01-01' });
    const daily = await fixture.task({ rrule: 'FREQ=DAILY', startsOn: '2024-01-01' });
    const started = addDays('2024-01-01', 364);
    await until(api.db, started);
    expect(await tasksOf(api.db, yearly)).toHaveLength(12);
    expect(await tasksOf(api.db, daily)).toHaveLength(24);
    expect(await seriesOf(api.db, daily)).toMatchObject({
      status: 'paused',
      pausedFor: 'missed',
      nextOn: null,
    });
    const { rows } = await admin.call(notifications.list, {});
    expect(rows.filter(({ kind }) => kind === 'series_missed').map(({ record }) => record)).toContainEqual({
      kind: 'recurring_task',
      id: daily,
    });
  });

  it('one missed invoice is created with today’s date and its own period; with two, a person decides', async () => {
    const once = await fixture.invoice({ rrule: 'FREQ=YEARLY;BYMONTH=6;BYMONTHDAY=1', catchUp: 'ask' });
    const often = await fixture.invoice({ rrule: monthly, catchUp: 'ask' });
    await until(api.db, '2024-07-15');
    const [invoice] = await api.db.selectFrom('invoice').selectAll().where('seriesId', '=', once).execute();
    expect(invoice).toMatchObject({
      issueDate: '2024-07-15',
      serviceFrom: '2024-01-01',
      serviceTo: '2024-12-31',
    });
    expect(await runsOf(api.db, often)).toEqual([]);
    expect(await seriesOf(api.db, often)).toMatchObject({ status: 'paused', pausedFor: 'missed' });
  });

  it('every day of a daily series that was paused for three years is listed or counted, and none is lost', async () => {
    const days = 3 * 365;
    const today = new Date().toISOString().slice(0, 10);
    const startsOn = addDays(today, -days);
    const id = await fixture.task({ rrule: 'FREQ=DAILY', startsOn });
    const steps = stepsOf('task', makersOf(false));
    const paused = await api.db
      .transaction()
      .execute((db) => steps.pause(db, theSystem, { id, reason: 'on leave' }, 1));
    const told = await upcomingOf(api.db, (await readSeries(api.db, id)) as DueSeries);
    expect(told.missedBefore + told.missed.length).toBe(days);
    expect([told.missed.at(-1)?.nominal, told.next[0]?.nominal]).toEqual([addDays(today, -1), today]);
    await api.db
      .transaction()
      .execute((db) => steps.resume(db, theSystem, { id, create: [addDays(startsOn, 5)] }, paused.version));
    const runs = await runsOf(api.db, id);
    expect(runs).toHaveLength(days);
    expect(runs.slice(4, 7).map((run) => run.split(' ')[1])).toEqual(['skipped', 'created', 'skipped']);
    expect(await seriesOf(api.db, id)).toMatchObject({
      status: 'active',
      doneThrough: addDays(today, -1),
      nextOn: today,
    });
  });

  it('a series that never ran in twenty years creates the latest document, and continues', async () => {
    const id = await fixture.task({ rrule: 'FREQ=DAILY', startsOn: '2004-01-01', catchUp: 'latest' });
    await until(api.db, '2024-01-01');
    expect(await tasksOf(api.db, id)).toMatchObject([{ nominalOn: '2024-01-01' }]);
    expect(await seriesOf(api.db, id)).toMatchObject({ status: 'active', nextOn: '2024-01-02' });
  });

  it('only the latest document is created when that was chosen', async () => {
    const id = await fixture.task({ rrule: monthly, catchUp: 'latest' });
    await until(api.db, '2024-03-31');
    expect(await runsOf(api.db, id)).toEqual([
      '2024-01-31 skipped MISSED',
      '2024-02-29 skipped MISSED',
      '2024-03-31 created',
    ]);
  });
});

describe('a run that fails', () => {
  it('is tried again later, and after three failures its series waits for a person, who repairs and resumes it', async () => {
    const id = await fixture.invoice({ rrule: monthly });
    await api.db.updateTable('taxCode').set({ active: false }).where('id', '=', fixture.taxCodeId).execute();
    await until(api.db, '2024-01-31');
    await until(api.db, '2024-01-31');
    expect(await seriesOf(api.db, id)).toMatchObject({ status: 'active', failCount: 1 });
    await until(api.db, '2024-02-01');
    await until(api.db, '2024-02-02');
    expect(await seriesOf(api.db, id)).toMatchObject({ status: 'paused', pausedFor: 'failures' });
    const [run] = await api.db.selectFrom('seriesRun').selectAll().where('seriesId', '=', id).execute();
    expect(run).toMatchObject({ status: 'failed', attempts: 3, error: { code: 'INPUT_INVALID' } });

    await api.db.updateTable('taxCode').set({ active: true }).where('id', '=', fixture.taxCodeId).execute();
    const steps = stepsOf('invoice', makersOf(false));
    const make = (version: number) =>
      api.db.transaction().execute((db) => steps.make(db, theSystem, { id, nominal: '2024-01-31' }, version));
    const { version } = await seriesOf(api.db, id);
    const made = await make(version);
    expect(await runsOf(api.db, id)).toEqual(['2024-01-31 created']);
    await expect(make(made.version)).rejects.toMatchObject({
      fields: { nominal: [{ code: 'NOT_A_CHOICE' }] },
    });
  });
});

describe('one series that cannot be run', () => {
  const gone = 'FREQ=HOURLY';

  it.each([
    ['when its day comes', { stale: false, nextOn: '2024-01-31' }],
    ['when its next day is looked for', { stale: true }],
  ])('%s, is paused and reported, and the others run', async (_when, progress) => {
    const [bad, good] = [await fixture.task({ rrule: monthly }), await fixture.task({ rrule: monthly })];
    await api.db.updateTable('series').set({ rrule: gone }).where('id', '=', bad).execute();
    await api.db.updateTable('seriesProgress').set(progress).where('seriesId', '=', bad).execute();
    await until(api.db, '2024-01-31');
    expect(await runsOf(api.db, good)).toEqual(['2024-01-31 created']);
    expect(await runsOf(api.db, bad)).toEqual([]);
    expect(await seriesOf(api.db, bad)).toMatchObject({
      status: 'paused',
      pausedFor: 'failures',
      nextOn: null,
    });
  });
});

describe('while its client is inactive', () => {
  it('a series is paused, and only the chosen missed days are created', async () => {
    const id = await fixture.task({ rrule: monthly });
    await until(api.db, '2024-01-31');
    const client = await admin.call(clients.open, { id: fixture.clientId });
    const gone = await admin.call(
      clients.deactivate,
      { id: client.id, reason: 'moved away' },
      { version: client.version },
    );
    const paused = await seriesOf(api.db, id);
    expect(paused).toMatchObject({ status: 'paused', pausedFor: 'client', statusReason: 'moved away' });
    await until(api.db, '2024-06-30');
    const resumed = (input: { id: string; create: string[] }, version: number) =>
      api.db
        .transaction()
        .execute((db) => stepsOf('task', makersOf(false)).resume(db, theSystem, input, version));
    await expect(resumed({ id, create: [] }, paused.version)).rejects.toMatchObject({
      fields: { clientId: [{ code: 'REFERENCE_UNKNOWN' }] },
    });
    await admin.call(clients.reactivate, { id: client.id, reason: 'back' }, { version: gone.version });
    const series = await readSeries(api.db, id);
    const { missed } = await upcomingOf(api.db, {
      ...(series as NonNullable<typeof series>),
      today: '2024-06-15',
    });
    expect(missed.map(({ nominal }) => nominal)).toEqual([
      '2024-02-29',
      '2024-03-31',
      '2024-04-30',
      '2024-05-31',
    ]);
    await resumed({ id, create: ['2024-03-31'] }, paused.version);
    expect((await runsOf(api.db, id)).slice(0, 4)).toEqual([
      '2024-01-31 created',
      '2024-02-29 skipped NOT_WANTED',
      '2024-03-31 created',
      '2024-04-30 skipped NOT_WANTED',
    ]);
    expect(await seriesOf(api.db, id)).toMatchObject({ status: 'active' });
  });
});
