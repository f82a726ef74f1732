import { uuidv7 } from 'uuidv7';
import { recurrence } from '@daybook/contracts/recurrence/preview';
import { openSeriesFixture } from '../../test/fixtures/series-fixture.ts';
import type { SeriesFixture } from '../../test/fixtures/series-fixture.ts';
import { startTestApi } from '../../test/test-api.ts';
import type { Caller, TestApi } from '../../test/test-api.ts';
import { upcomingOf } from './upcoming.ts';
import { readSeries } from './series-due.ts';
import type { DueSeries } from './series-due.ts';
import { calendar, runsOf, seriesOf, tasksOf, until } from '../../test/series-runs.ts';

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

describe('a series', () => {
  it('creates its task ahead of the due day, with its period, its people and its steps', async () => {
    const id = await fixture.task({
      rrule: monthly,
      startsOn: '2024-01-01',
      rule: { leadDays: 10, periodOffset: -1 },
    });
    await until(api.db, '2024-01-20');
    expect(await tasksOf(api.db, id)).toEqual([]);
    await until(api.db, '2024-01-21');
    await until(api.db, '2024-01-21');
    const [task, ...more] = await tasksOf(api.db, id);
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
    expect(people.map(({ userId }) => userId)).toEqual([fixture.personId]);
  });

  it('is completed after its last day', async () => {
    const id = await fixture.task({ rrule: monthly, startsOn: '2024-01-01', ends: 'count', endsAfter: 2 });
    await until(api.db, '2024-03-15');
    expect(await runsOf(api.db, id)).toEqual(['2024-01-31 created', '2024-02-29 created']);
    expect(await seriesOf(api.db, id)).toMatchObject({
      status: 'completed',
      lastOn: '2024-02-29',
      nextOn: null,
    });
  });

  it('moves work off days that became days off, unless somebody has begun or moved it', async () => {
    const calendarId = await calendar(api.db);
    const id = await fixture.task({
      rrule: 'FREQ=MONTHLY;BYMONTHDAY=10',
      startsOn: '2024-01-01',
      rule: { shift: 'next', calendarId, leadDays: 60 },
    });
    await until(api.db, '2024-02-10');
    const [january, february, march] = await tasksOf(api.db, id);
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
    await until(api.db, '2024-02-10');
    expect((await tasksOf(api.db, id)).map(({ dueOn }) => dueOn)).toEqual([
      '2024-01-10',
      '2024-02-13',
      '2024-03-20',
      '2024-04-10',
    ]);
    expect(await seriesOf(api.db, id)).toMatchObject({ nextNominal: '2024-05-10', nextOn: '2024-03-14' });
  });

  it('moves its open work while paused too, with target and steps, also for a new weekend or a moved holiday', async () => {
    const calendarId = await calendar(api.db);
    const rule = { shift: 'next', calendarId, leadDays: 60 } as const;
    const id = await fixture.task({ rrule: 'FREQ=MONTHLY;BYMONTHDAY=10', startsOn: '2024-01-01', rule });
    await until(api.db, '2024-01-10');
    const [task] = await tasksOf(api.db, id);
    const taskId = task?.id ?? '';
    await api.db.updateTable('task').set({ targetOn: '2024-01-08' }).where('id', '=', taskId).execute();
    const step = { id: uuidv7(), taskId, no: 9, title: 'Ask the bank', dueOn: '2024-01-05' };
    await api.db.insertInto('taskChecklistItem').values(step).execute();
    await api.db
      .updateTable('series')
      .set({ status: 'paused', pausedFor: 'person' })
      .where('id', '=', id)
      .execute();
    const days = async () => {
      await until(api.db, '2024-01-10');
      const { dueOn, targetOn } = (await tasksOf(api.db, id))[0] ?? {};
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
    expect(await seriesOf(api.db, id)).toMatchObject({ status: 'paused', nextOn: null });
  });

  it('skips a period for which its client already has a task, and records why', async () => {
    const categoryId = await fixture.task({ rrule: monthly }).then(async (first) => {
      const { categoryId: of } = await api.db
        .selectFrom('recurringTask')
        .select('categoryId')
        .where('seriesId', '=', first)
        .executeTakeFirstOrThrow();
      return of;
    });
    const second = await fixture.task({ rrule: monthly, categoryId });
    await until(api.db, '2024-02-01');
    expect(await runsOf(api.db, second)).toEqual(['2024-01-31 skipped DUPLICATE_PERIOD_TASK']);
  });
});

describe('a new series', () => {
  it('creates what is still due although its day of creation has passed, and has missed nothing', async () => {
    const terms = { rrule: 'FREQ=MONTHLY;BYMONTHDAY=30', startsOn: '2024-01-23', rule: { leadDays: 15 } };
    const [task, invoice] = [await fixture.task(terms), await fixture.invoice(terms)];
    const { missed, next } = await upcomingOf(api.db, {
      ...((await readSeries(api.db, task)) as DueSeries),
      today: '2024-01-23',
    });
    expect([missed, next[0]?.nominal]).toEqual([[], '2024-01-30']);
    await until(api.db, '2024-01-23');
    expect([await runsOf(api.db, task), await runsOf(api.db, invoice)]).toEqual([
      ['2024-01-30 created'],
      ['2024-01-30 created'],
    ]);
  });
});

describe('the preview of a rule', () => {
  it('shows when twelve days are due and why, and refuses rules that no series could have', async () => {
    const calendarId = await calendar(api.db);
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

describe('the database', () => {
  it('refuses a series that continues itself, a changed predecessor, and another first day after a run', async () => {
    const [first, second] = [
      await fixture.task({ rrule: monthly }),
      await fixture.task({ rrule: 'FREQ=DAILY' }),
    ];
    await until(api.db, '2024-01-31');
    const change = (sets: string) =>
      api.appPool.query(`update series set ${sets} where id = '${first}'`).then(
        () => 'done',
        ({ code }: { code: string }) => code,
      );
    expect(await change(`predecessor_id = '${first}'`)).toBe('DB090');
    expect(await change(`predecessor_id = '${second}'`)).toBe('DB090');
    expect(await change(`starts_on = '2023-01-01'`)).toBe('DB091');
    expect(await change(`status = 'cancelled'`)).toBe('done');
    expect(await change(`status = 'active'`)).toBe('DB001');
  });
});
