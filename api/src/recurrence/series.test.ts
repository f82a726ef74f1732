import { uuidv7 } from 'uuidv7';
import type { Db } from '../db/database.ts';
import type { Refusal } from '@daybook/contracts/refusals';
import { addDays } from '@daybook/contracts/plain-date';
import { clients } from '@daybook/contracts/crm/clients/clients';
import { notifications } from '@daybook/contracts/notifications';
import { recurrence } from '@daybook/contracts/recurrence/preview';
import { openSeriesDesk } from '../../test/desks/series-desk.ts';
import type { SeriesDesk } from '../../test/desks/series-desk.ts';
import { startTestApi } from '../../test/test-api.ts';
import type { Caller, TestApi } from '../../test/test-api.ts';
import { theSystem } from '../auth/the-system.ts';
import { makersOf } from '../keep-running-series.ts';
import { findNextDays } from './find-next-days.ts';
import { runSeries } from './run-series.ts';
import { stepsOf } from './series-steps.ts';
import { upcomingOf } from './upcoming.ts';
import { readSeries } from './series-due.ts';
import type { DueSeries } from './series-due.ts';

let api: TestApi;
let admin: Caller;
let desk: SeriesDesk;
const log = { warn: () => undefined };

beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({ userType: 'super_admin' });
});
beforeEach(async () => {
  desk = await openSeriesDesk(api.db);
});
afterAll(() => api.stop());

/** Does all that a server would have done by noon of a day. */
async function until(day: string): Promise<void> {
  const clock = `${day}T12:00:00Z`;
  while ((await findNextDays(api.db, clock)) > 0);
  while ((await runSeries(api.db, { makers: makersOf(false), log, clock })) > 0);
}

const seriesOf = (id: string) =>
  api.db
    .selectFrom('series')
    .innerJoin('seriesProgress as progress', 'progress.seriesId', 'series.id')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

const runsOf = async (id: string) =>
  (
    await api.db
      .selectFrom('seriesRun')
      .selectAll()
      .where('seriesId', '=', id)
      .orderBy('nominalDate')
      .execute()
  ).map(({ nominalDate, state, reason }) => `${nominalDate} ${state}${reason === null ? '' : ` ${reason}`}`);

const tasksOf = (id: string) =>
  api.db.selectFrom('task').selectAll().where('seriesId', '=', id).orderBy('nominalOn').execute();

const monthly = 'FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1';

describe('a series', () => {
  it('makes its task ahead of the day it is due, with its period, its people and its steps', async () => {
    const id = await desk.task({
      rrule: monthly,
      startsOn: '2024-01-01',
      rule: { leadDays: 10, periodOffset: -1 },
    });
    await until('2024-01-20');
    expect(await tasksOf(id)).toEqual([]);
    await until('2024-01-21');
    await until('2024-01-21');
    const [task, ...more] = await tasksOf(id);
    expect(more).toEqual([]);
    expect(task).toMatchObject({
      title: 'Books December 2023',
      dueOn: '2024-01-31',
      periodFrom: '2023-12-01',
      periodTo: '2023-12-31',
      periodKey: '2023-12-01--2023-12-31',
      status: 'todo',
      createdBy: null,
    });
    const people = await api.db
      .selectFrom('taskAssignee')
      .selectAll()
      .where('taskId', '=', task?.id ?? '')
      .execute();
    expect(people.map(({ userId }) => userId)).toEqual([desk.personId]);
  });

  it('is over with its last day', async () => {
    const id = await desk.task({ rrule: monthly, startsOn: '2024-01-01', ends: 'count', endsAfter: 2 });
    await until('2024-03-15');
    expect(await runsOf(id)).toEqual(['2024-01-31 created', '2024-02-29 created']);
    expect(await seriesOf(id)).toMatchObject({ state: 'completed', lastOn: '2024-02-29', nextOn: null });
  });

  it('moves work off days that became days off, as long as nobody began it or moved it', async () => {
    const calendarId = await calendar();
    const id = await desk.task({
      rrule: 'FREQ=MONTHLY;BYMONTHDAY=10',
      startsOn: '2024-01-01',
      rule: { shift: 'next', calendarId, leadDays: 60 },
    });
    await until('2024-02-10');
    const [january, february, march] = await tasksOf(id);
    // The 10th of February 2024 was a Saturday, that of March a Sunday.
    expect([january, february, march].map((task) => task?.dueOn)).toEqual([
      '2024-01-10',
      '2024-02-12',
      '2024-03-11',
    ]);
    await api.db
      .updateTable('task')
      .set({ status: 'in_progress' })
      .where('id', '=', january?.id ?? '')
      .execute();
    await api.db
      .updateTable('task')
      .set({ dueOn: '2024-03-20' })
      .where('id', '=', march?.id ?? '')
      .execute();
    const days = ['2024-01-10', '2024-02-12', '2024-03-11', '2024-05-10'];
    await api.db
      .insertInto('holiday')
      .values(days.map((day) => ({ calendarId, day, name: 'Feast' })))
      .execute();
    await until('2024-02-10');
    expect((await tasksOf(id)).map(({ dueOn }) => dueOn)).toEqual([
      '2024-01-10',
      '2024-02-13',
      '2024-03-20',
      '2024-04-10',
    ]);
    expect(await seriesOf(id)).toMatchObject({ nextNominal: '2024-05-10', nextOn: '2024-03-14' });
  });

  it('that rests moves its open work too, its target and its steps with it, also by another weekend or a feast that is moved', async () => {
    const calendarId = await calendar();
    const rule = { shift: 'next', calendarId, leadDays: 60 } as const;
    const id = await desk.task({ rrule: 'FREQ=MONTHLY;BYMONTHDAY=10', startsOn: '2024-01-01', rule });
    await until('2024-01-10');
    const [task] = await tasksOf(id);
    const taskId = task?.id ?? '';
    await api.db.updateTable('task').set({ targetOn: '2024-01-08' }).where('id', '=', taskId).execute();
    const step = { id: uuidv7(), taskId, no: 9, title: 'Ask the bank', dueOn: '2024-01-05' };
    await api.db.insertInto('taskChecklistItem').values(step).execute();
    await api.db
      .updateTable('series')
      .set({ state: 'paused', pausedFor: 'person' })
      .where('id', '=', id)
      .execute();
    const days = async () => {
      await until('2024-01-10');
      const { dueOn, targetOn } = (await tasksOf(id))[0] ?? {};
      const item = api.db.selectFrom('taskChecklistItem').select('dueOn').where('id', '=', step.id);
      return [dueOn, targetOn, (await item.executeTakeFirst())?.dueOn];
    };
    // The 10th of January 2024 was a Wednesday.
    await api.db.insertInto('holiday').values({ calendarId, day: '2024-01-09', name: 'Feast' }).execute();
    expect(await days()).toEqual(['2024-01-10', '2024-01-08', '2024-01-05']);
    await api.db
      .updateTable('holiday')
      .set({ day: '2024-01-10' })
      .where('calendarId', '=', calendarId)
      .execute();
    expect(await days()).toEqual(['2024-01-11', '2024-01-09', '2024-01-06']);
    await api.db
      .updateTable('holidayCalendar')
      .set({ weekend: [4, 5] })
      .where('id', '=', calendarId)
      .execute();
    expect(await days()).toEqual(['2024-01-13', '2024-01-11', '2024-01-08']);
    expect(await seriesOf(id)).toMatchObject({ state: 'paused', nextOn: null });
  });

  it('leaves to its client’s other task what is there already, and says so', async () => {
    const categoryId = await desk.task({ rrule: monthly }).then(async (first) => {
      const { categoryId: of } = await api.db
        .selectFrom('recurringTask')
        .select('categoryId')
        .where('seriesId', '=', first)
        .executeTakeFirstOrThrow();
      return of;
    });
    const second = await desk.task({ rrule: monthly, categoryId });
    await until('2024-02-01');
    expect(await runsOf(second)).toEqual(['2024-01-31 skipped DUPLICATE_PERIOD_TASK']);
  });
});

async function calendar(): Promise<string> {
  const id = crypto.randomUUID();
  await api.db
    .insertInto('holidayCalendar')
    .values({ id, name: `Calendar ${id}` })
    .execute();
  return id;
}

// docs/rules.md#missed-days
describe('after 400 days without a server', () => {
  it('twelve monthly tasks are made, and of a daily series no more than the cap: it waits, and tells', async () => {
    const yearly = await desk.task({ rrule: 'FREQ=MONTHLY;BYMONTHDAY=5', startsOn: '2024-01-01' });
    const daily = await desk.task({ rrule: 'FREQ=DAILY', startsOn: '2024-01-01' });
    const started = addDays('2024-01-01', 364);
    await until(started);
    expect(await tasksOf(yearly)).toHaveLength(12);
    expect(await tasksOf(daily)).toHaveLength(24);
    expect(await seriesOf(daily)).toMatchObject({ state: 'paused', pausedFor: 'missed', nextOn: null });
    const { rows } = await admin.call(notifications.list, {});
    expect(rows.filter(({ kind }) => kind === 'series_missed').map(({ record }) => record)).toContainEqual({
      kind: 'recurring_task',
      id: daily,
    });
  });

  it('one missed invoice is made with today’s date and its own period; of two a person is asked', async () => {
    const once = await desk.invoice({ rrule: 'FREQ=YEARLY;BYMONTH=6;BYMONTHDAY=1', catchUp: 'ask' });
    const often = await desk.invoice({ rrule: monthly, catchUp: 'ask' });
    await until('2024-07-15');
    const [invoice] = await api.db.selectFrom('invoice').selectAll().where('seriesId', '=', once).execute();
    expect(invoice).toMatchObject({
      issueDate: '2024-07-15',
      serviceFrom: '2024-01-01',
      serviceTo: '2024-12-31',
    });
    expect(await runsOf(often)).toEqual([]);
    expect(await seriesOf(often)).toMatchObject({ state: 'paused', pausedFor: 'missed' });
  });

  it('of a daily series that rested for three years each day is told or counted, and none is lost', async () => {
    const days = 3 * 365;
    const today = new Date().toISOString().slice(0, 10);
    const startsOn = addDays(today, -days);
    const id = await desk.task({ rrule: 'FREQ=DAILY', startsOn });
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
    const runs = await runsOf(id);
    expect(runs).toHaveLength(days);
    expect(runs.slice(4, 7).map((run) => run.split(' ')[1])).toEqual(['skipped', 'created', 'skipped']);
    expect(await seriesOf(id)).toMatchObject({
      state: 'active',
      doneThrough: addDays(today, -1),
      nextOn: today,
    });
  });

  it('a run of a series that was never run in twenty years makes the latest, and goes on', async () => {
    const id = await desk.task({ rrule: 'FREQ=DAILY', startsOn: '2004-01-01', catchUp: 'latest' });
    await until('2024-01-01');
    expect(await tasksOf(id)).toMatchObject([{ nominalOn: '2024-01-01' }]);
    expect(await seriesOf(id)).toMatchObject({ state: 'active', nextOn: '2024-01-02' });
  });

  it('the latest alone is made where that was asked for', async () => {
    const id = await desk.task({ rrule: monthly, catchUp: 'latest' });
    await until('2024-03-31');
    expect(await runsOf(id)).toEqual([
      '2024-01-31 skipped MISSED',
      '2024-02-29 skipped MISSED',
      '2024-03-31 created',
    ]);
  });
});

describe('a run that fails', () => {
  it('is tried again later, and after three times its series waits for a person, who mends it and goes on', async () => {
    const id = await desk.invoice({ rrule: monthly });
    await api.db.updateTable('taxCode').set({ active: false }).where('id', '=', desk.taxCodeId).execute();
    await until('2024-01-31');
    await until('2024-01-31');
    expect(await seriesOf(id)).toMatchObject({ state: 'active', failCount: 1 });
    await until('2024-02-01');
    await until('2024-02-02');
    expect(await seriesOf(id)).toMatchObject({ state: 'paused', pausedFor: 'failures' });
    const [run] = await api.db.selectFrom('seriesRun').selectAll().where('seriesId', '=', id).execute();
    expect(run).toMatchObject({ state: 'failed', attempts: 3, error: { code: 'INPUT_INVALID' } });

    await api.db.updateTable('taxCode').set({ active: true }).where('id', '=', desk.taxCodeId).execute();
    const steps = stepsOf('invoice', makersOf(false));
    const make = (version: number) =>
      api.db.transaction().execute((db) => steps.make(db, theSystem, { id, nominal: '2024-01-31' }, version));
    const { version } = await seriesOf(id);
    const made = await make(version);
    expect(await runsOf(id)).toEqual(['2024-01-31 created']);
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
  ])('%s, is paused and told, and its neighbours are made', async (_when, progress) => {
    const [bad, good] = [await desk.task({ rrule: monthly }), await desk.task({ rrule: monthly })];
    await api.db.updateTable('series').set({ rrule: gone }).where('id', '=', bad).execute();
    await api.db.updateTable('seriesProgress').set(progress).where('seriesId', '=', bad).execute();
    await until('2024-01-31');
    expect(await runsOf(good)).toEqual(['2024-01-31 created']);
    expect(await runsOf(bad)).toEqual([]);
    expect(await seriesOf(bad)).toMatchObject({ state: 'paused', pausedFor: 'failures', nextOn: null });
  });
});

describe('a new series', () => {
  it('makes what is still due, though the day to make it has passed, and has missed nothing of it', async () => {
    const terms = { rrule: 'FREQ=MONTHLY;BYMONTHDAY=30', startsOn: '2024-01-23', rule: { leadDays: 15 } };
    const [task, invoice] = [await desk.task(terms), await desk.invoice(terms)];
    const { missed, next } = await upcomingOf(api.db, {
      ...((await readSeries(api.db, task)) as DueSeries),
      today: '2024-01-23',
    });
    expect([missed, next[0]?.nominal]).toEqual([[], '2024-01-30']);
    await until('2024-01-23');
    expect([await runsOf(task), await runsOf(invoice)]).toEqual([
      ['2024-01-30 created'],
      ['2024-01-30 created'],
    ]);
  });
});

describe('while its client is inactive', () => {
  it('a series rests, and of what was missed only what is chosen is made', async () => {
    const id = await desk.task({ rrule: monthly });
    await until('2024-01-31');
    const client = await admin.call(clients.open, { id: desk.clientId });
    const gone = await admin.call(
      clients.deactivate,
      { id: client.id, reason: 'moved away' },
      { version: client.version },
    );
    const paused = await seriesOf(id);
    expect(paused).toMatchObject({ state: 'paused', pausedFor: 'client', stateReason: 'moved away' });
    await until('2024-06-30');
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
    expect((await runsOf(id)).slice(0, 4)).toEqual([
      '2024-01-31 created',
      '2024-02-29 skipped NOT_WANTED',
      '2024-03-31 created',
      '2024-04-30 skipped NOT_WANTED',
    ]);
    expect(await seriesOf(id)).toMatchObject({ state: 'active' });
  });
});

describe('the preview of a rule', () => {
  it('says of twelve days when they are due and why, and refuses what no series could keep', async () => {
    const calendarId = await calendar();
    await api.db
      .insertInto('holiday')
      .values({ calendarId, day: '2024-03-29', name: 'Good Friday' })
      .execute();
    const rule = { rrule: monthly, shift: 'previous' as const, leadDays: 5, calendarId };
    const { days } = await admin.call(recurrence.preview, { rule, startsOn: '2024-02-01' });
    expect(days).toHaveLength(12);
    expect(days.slice(0, 3)).toEqual([
      { nominal: '2024-02-29', due: '2024-02-29', makeOn: '2024-02-24', off: null },
      // The 31st was a Sunday, and the Friday before it a holiday.
      { nominal: '2024-03-31', due: '2024-03-28', makeOn: '2024-03-23', off: { holiday: null } },
      { nominal: '2024-04-30', due: '2024-04-30', makeOn: '2024-04-25', off: null },
    ]);
    const unknown = await admin.refused(recurrence.preview, {
      rule: { ...rule, calendarId: crypto.randomUUID() },
    });
    expect(unknown.errors).toEqual({ 'rule.calendarId': [{ code: 'REFERENCE_UNKNOWN', params: {} }] });
    const never = await admin.refused(recurrence.preview, {
      rule: { rrule: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30' },
    });
    expect(never.errors).toEqual({ 'rule.rrule': [{ code: 'RULE_NEVER' }] });
  });
});

// docs/rules.md#state-machines
describe('a person', () => {
  it('takes a series the declared steps alone, whatever state it is in', async () => {
    const states = ['active', 'paused', 'completed', 'cancelled'] as const;
    const steps = stepsOf('task', makersOf(false));
    const next = '2024-01-31';
    const tried = {
      pause: (db: Db, id: string) => steps.pause(db, theSystem, { id, reason: 'x' }, 1),
      resume: (db: Db, id: string) => steps.resume(db, theSystem, { id, create: [] }, 1),
      cancel: (db: Db, id: string) => steps.cancel(db, theSystem, { id, reason: 'x' }, 1),
      skip: (db: Db, id: string) => steps.skip(db, theSystem, { id, nominal: next, reason: 'x' }, 1),
      move: (db: Db, id: string) =>
        steps.move(db, theSystem, { id, nominal: next, dueOn: '2024-02-05', reason: 'x' }, 1),
      restore: (db: Db, id: string) => steps.restore(db, theSystem, { id, nominal: next }, 1),
    };
    const taken: string[] = [];
    for (const state of states) {
      for (const [name, step] of Object.entries(tried)) {
        const id = await desk.task({ rrule: monthly });
        await api.db
          .updateTable('series')
          .set({ state, pausedFor: state === 'paused' ? 'person' : null })
          .where('id', '=', id)
          .execute();
        const refused = await api.db
          .transaction()
          .execute((db) => step(db, id))
          .then(() => null)
          .catch(({ code }: Refusal) => code);
        if (refused === null) taken.push(`${state}: ${name} → ${(await seriesOf(id)).state}`);
        else if (refused !== 'STATE_NOT_ALLOWED') taken.push(`${state}: ${name} refused ${refused}`);
      }
    }
    expect(taken).toEqual([
      'active: pause → paused',
      'active: cancel → cancelled',
      'active: skip → active',
      'active: move → active',
      'active: restore → active',
      'paused: resume → active',
      'paused: cancel → cancelled',
      'paused: skip → paused',
      'paused: move → paused',
      'paused: restore → paused',
    ]);
  });

  it('meets a run on its way, and one of the two waits: nothing is made twice', async () => {
    const id = await desk.task({ rrule: monthly });
    await until('2024-01-30');
    const steps = stepsOf('task', makersOf(false));
    const clock = '2024-01-31T12:00:00Z';
    await Promise.all([
      api.db.transaction().execute((db) => steps.pause(db, theSystem, { id, reason: 'holidays' }, 1)),
      runSeries(api.db, { makers: makersOf(false), log, clock }),
    ]);
    expect(await tasksOf(id)).toHaveLength((await runsOf(id)).length);
    expect(await seriesOf(id)).toMatchObject({ state: 'paused', nextOn: null });
  });
});

describe('the database', () => {
  it('refuses a series that goes on from itself, a changed predecessor, and another first day after a run', async () => {
    const [first, second] = [await desk.task({ rrule: monthly }), await desk.task({ rrule: 'FREQ=DAILY' })];
    await until('2024-01-31');
    const change = (sets: string) =>
      api.appPool.query(`update series set ${sets} where id = '${first}'`).then(
        () => 'done',
        ({ code }: { code: string }) => code,
      );
    expect(await change(`predecessor_id = '${first}'`)).toBe('DB090');
    expect(await change(`predecessor_id = '${second}'`)).toBe('DB090');
    expect(await change(`starts_on = '2023-01-01'`)).toBe('DB091');
    expect(await change(`state = 'cancelled'`)).toBe('done');
    expect(await change(`state = 'active'`)).toBe('DB001');
  });
});
