import { uuidv7 } from 'uuidv7';
import { addDays } from '@daybook/contracts/plain-date';
import { periodKeyOf } from '@daybook/contracts/recurrence/period-key';
import { recurringTaskCategories } from '@daybook/contracts/settings/categories/recurring-task-categories';
import { dueOverrides } from '@daybook/contracts/tasks/recurring-tasks/due-overrides';
import { recurringTaskBatches } from '@daybook/contracts/tasks/recurring-tasks/recurring-task-batches';
import { recurringTasks } from '@daybook/contracts/tasks/recurring-tasks/recurring-tasks';
import { makersOf } from '../../start-series.ts';
import { findNextDays } from '../../recurrence/find-next-days.ts';
import { runSeries } from '../../recurrence/run-series.ts';
import { first, monthly, setUpRecurringTasks } from '../../../test/fixtures/recurring-task-fixture.ts';
import { waitsForLock } from '../../../test/waits-for-lock.ts';

const at = setUpRecurringTasks();
const { terms } = at;

async function work(): Promise<void> {
  while ((await findNextDays(at.api.db)) > 0);
  while ((await runSeries(at.api.db, { makers: makersOf(false), log: console, clock: null })) > 0);
}

const clientsMade = (many: number) => Promise.all(Array.from({ length: many }, at.fixture.newClient));

const dueOf = async (...ids: string[]) => {
  const rows = await at.api.db.selectFrom('task').select(['id', 'dueOn']).where('id', 'in', ids).execute();
  return ids.map((id) => rows.find((row) => row.id === id)?.dueOn);
};

describe('an extension by an authority', () => {
  const periodKey = periodKeyOf({ from: first(0), to: addDays(first(1), -1) });
  const newDue = addDays(first(1), 20);
  const own = addDays(first(1), 3);
  const put = { periodKey, newDue, reason: 'Portal was down' };

  /** Tasks of this month’s period, due on the first of the next month: of two clients, the second with a date by hand, and a completed one. */
  async function openPeriod() {
    const ids = [at.fixture.clientId, ...(await clientsMade(2))];
    const wanted = { ...terms(), startsOn: first(1), rule: { ...monthly, leadDays: 60 }, clientIds: ids };
    await at.admin.call(recurringTaskBatches.create, wanted);
    await work();
    const made = await at.api.db
      .selectFrom('task')
      .selectAll()
      .where('recurringCategoryId', '=', at.categoryId)
      .where('periodKey', '=', periodKey)
      .orderBy('id')
      .execute();
    const [plain, byHand, done] = made.map(({ id }) => id);
    if (plain === undefined || byHand === undefined || done === undefined)
      throw new Error('the tasks were not created');
    await at.api.db.updateTable('task').set({ dueOn: own }).where('id', '=', byHand).execute();
    await at.api.db.updateTable('task').set({ status: 'cancelled' }).where('id', '=', done).execute();
    return { plain, byHand, done };
  }

  it('moves all open tasks of the period, skips those with a date of their own unless named, and can be removed', async () => {
    const { plain, byHand, done } = await openPeriod();
    const periods = await at.admin.call(dueOverrides.periods, { categoryId: at.categoryId });
    expect(periods).toContainEqual(expect.objectContaining({ periodKey, open: 2, override: null }));
    const reached = await at.admin.call(dueOverrides.reached, { categoryId: at.categoryId, periodKey });
    expect(reached.open).toBe(2);
    expect(Object.fromEntries(reached.tasks.map((task) => [task.id, task.isByHand]))).toEqual({
      [plain]: false,
      [byHand]: true,
    });
    const moved = await at.admin.call(dueOverrides.put, { ...put, categoryId: at.categoryId });
    expect(moved).toMatchObject({ moved: 1, left: 1 });
    expect(moved.tasks).toMatchObject([
      { id: plain, was: first(1), dueOn: newDue, isMoved: true },
      { id: byHand, was: own, dueOn: own, isMoved: false },
    ]);
    expect(await dueOf(plain, byHand, done)).toEqual([newDue, own, first(1)]);
    // A second extension starts from where the first one moved the tasks, and now moves the other one too.
    const later = addDays(newDue, 10);
    const again = await at.admin.call(dueOverrides.put, {
      ...put,
      categoryId: at.categoryId,
      newDue: later,
      alsoIds: [byHand],
    });
    expect(again).toMatchObject({ id: moved.id, moved: 2, left: 0 });
    expect(await dueOf(plain, byHand)).toEqual([later, later]);
    const { dueOverrides: kept } = await at.admin.call(recurringTaskCategories.open, { id: at.categoryId });
    expect(kept).toMatchObject([
      {
        id: moved.id,
        version: 2,
        newDue: later,
        reason: 'Portal was down',
        tasks: 2,
      },
    ]);
    const stale = await at.admin.refused(dueOverrides.remove, { id: moved.id }, { version: 1 });
    expect(stale.code).toBe('VERSION_CONFLICT');
    const back = await at.admin.call(dueOverrides.remove, { id: moved.id }, { version: 2 });
    expect(back).toMatchObject({ moved: 2, left: 0 });
    expect(await dueOf(plain, byHand)).toEqual([first(1), own]);
    const { rows } = await at.api.ownerPool.query(
      `select count(*)::int as told from audit_event where entity = 'task' and entity_id = $1 and body -> 'after' ? 'due_on'`,
      [plain],
    );
    expect(rows).toEqual([{ told: 4 }]);
  });

  it('can be removed after a holiday was added', async () => {
    const calendarId = uuidv7();
    const calendar = { id: calendarId, name: `Closed ${calendarId}`, weekend: [] };
    await at.api.db.insertInto('holidayCalendar').values(calendar).execute();
    const { id: seriesId } = await at.admin.call(recurringTasks.create, {
      ...terms(),
      startsOn: first(1),
      rule: { ...monthly, leadDays: 60, shift: 'next', calendarId },
      clientId: await at.fixture.newClient(),
    });
    await work();
    const { id: task } = await at.api.db
      .selectFrom('task')
      .select('id')
      .where('seriesId', '=', seriesId)
      .executeTakeFirstOrThrow();
    const { id } = await at.admin.call(dueOverrides.put, { ...put, categoryId: at.categoryId });
    await at.api.db
      .insertInto('holiday')
      .values({ calendarId, day: first(1), name: 'Feast' })
      .execute();
    await work();
    expect(await dueOf(task)).toEqual([newDue]);
    await at.admin.call(dueOverrides.remove, { id }, { version: 1 });
    await work();
    expect(await dueOf(task)).toEqual([addDays(first(1), 1)]);
  });

  it('when removed leaves dates that somebody set before or since', async () => {
    const { plain, byHand } = await openPeriod();
    const give = (id: string, dueOn: string) =>
      at.api.db.updateTable('task').set({ dueOn }).where('id', '=', id).execute();
    // By chance the extension is to the date that somebody chose.
    await give(byHand, newDue);
    const { id } = await at.admin.call(dueOverrides.put, { ...put, categoryId: at.categoryId });
    const made = await at.admin.call(recurringTasks.create, {
      ...terms(),
      startsOn: first(1),
      rule: { ...monthly, leadDays: 60 },
      clientId: await at.fixture.newClient(),
    });
    await work();
    const { id: since = '' } =
      (await at.api.db.selectFrom('task').select('id').where('seriesId', '=', made.id).executeTakeFirst()) ??
      {};
    expect(await dueOf(since)).toEqual([newDue]);
    const later = addDays(newDue, 5);
    await at.admin.call(dueOverrides.put, {
      ...put,
      categoryId: at.categoryId,
      newDue: later,
      alsoIds: [byHand],
    });
    expect(await dueOf(plain, byHand, since)).toEqual([later, later, later]);
    await give(plain, addDays(later, 1));
    const back = await at.admin.call(dueOverrides.remove, { id }, { version: 2 });
    expect(back).toMatchObject({ moved: 2, left: 1 });
    expect(await dueOf(plain, byHand, since)).toEqual([addDays(later, 1), newDue, first(1)]);
  });

  it('is in the upcoming list, and is refused without the scope of all clients and for a period without tasks', async () => {
    await openPeriod();
    await at.admin.call(dueOverrides.put, { ...put, categoryId: at.categoryId });
    const clientId = await at.fixture.newClient();
    const series = await at.admin.call(recurringTasks.create, { ...terms(), startsOn: first(1), clientId });
    const reason = { why: 'person', text: 'Portal was down' };
    expect(series.next).toMatchObject({ nominal: first(1), due: newDue, moved: reason });
    const { next } = await at.admin.call(recurringTasks.upcoming, { id: series.id });
    expect(next[0]).toMatchObject({ due: newDue, moved: reason });
    const clerk = await at.api.as({ userType: 'manager', keys: ['recurring_tasks.edit'], scope: 'team' });
    expect((await clerk.refused(dueOverrides.put, { ...put, categoryId: at.categoryId })).code).toBe(
      'SCOPE_TOO_WIDE',
    );
    expect((await clerk.refused(dueOverrides.periods, { categoryId: at.categoryId })).code).toBe(
      'SCOPE_TOO_WIDE',
    );
    const none = { ...put, categoryId: at.categoryId, periodKey: '2020-01-01--2020-01-31' };
    expect((await at.admin.refused(dueOverrides.put, none)).errors).toHaveProperty('periodKey');
    const unknown = { ...put, categoryId: uuidv7() };
    expect((await at.admin.refused(dueOverrides.put, unknown)).errors).toHaveProperty('categoryId');
  });

  it('distinguishes a month from the quarter that begins with it', async () => {
    const [october, quarter] = ['2025-10-01--2025-10-31', '2025-10-01--2025-12-31'];
    const clientId = await at.fixture.newClient();
    for (const [rrule, startsOn] of [
      ['FREQ=MONTHLY;BYMONTHDAY=1', '2025-11-01'],
      ['FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=1', '2026-01-01'],
    ] as const)
      await at.admin.call(recurringTasks.create, {
        ...terms(),
        clientId,
        rule: { rrule, periodOffset: -1 },
        startsOn,
        create: [startsOn],
      });
    expect(await at.admin.call(dueOverrides.periods, { categoryId: at.categoryId })).toMatchObject([
      { periodKey: quarter, dueOn: '2026-01-01', open: 1 },
      { periodKey: october, dueOn: '2025-11-01', open: 1 },
    ]);
    expect(
      await at.admin.call(dueOverrides.reached, { categoryId: at.categoryId, periodKey: quarter }),
    ).toMatchObject({
      open: 1,
    });
    const moved = await at.admin.call(dueOverrides.put, {
      ...put,
      categoryId: at.categoryId,
      periodKey: quarter,
      newDue: '2026-01-20',
    });
    expect(moved.tasks).toMatchObject([{ was: '2026-01-01', dueOn: '2026-01-20' }]);
    expect(await at.admin.call(dueOverrides.periods, { categoryId: at.categoryId })).toMatchObject([
      { periodKey: quarter, dueOn: '2026-01-20', override: { newDue: '2026-01-20' } },
      { periodKey: october, dueOn: '2025-11-01', override: null },
    ]);
    const { dueOverrides: kept } = await at.admin.call(recurringTaskCategories.open, { id: at.categoryId });
    expect(kept).toMatchObject([{ periodKey: quarter, tasks: 1 }]);

    // No date is before the period begins, nor more than a year from the rule, however often it is extended each month.
    const to = (newDue: string) => ({ ...put, categoryId: at.categoryId, periodKey: october, newDue });
    const faultOf = async (newDue: string) => (await at.admin.refused(dueOverrides.put, to(newDue))).errors;
    for (const tooEarly of ['1999-01-01', '2025-09-30'])
      expect(await faultOf(tooEarly)).toMatchObject({ newDue: [{ code: 'DUE_BEFORE_START' }] });
    for (const newDue of ['2025-10-01', '2026-11-02'])
      expect(await at.admin.call(dueOverrides.put, to(newDue))).toMatchObject({ moved: 1 });
    expect(await faultOf('2026-11-03')).toMatchObject({ newDue: [{ code: 'DATE_RANGE' }] });
    for (const periodKey of ['2025-10', '2025-10-31--2025-10-01', '2025-02-30--2025-03-01'])
      expect(
        (await at.admin.refused(dueOverrides.put, { ...put, categoryId: at.categoryId, periodKey })).errors,
      ).toHaveProperty('periodKey');
  });

  it('also moves a task that is being created at the same moment', async () => {
    const { plain } = await openPeriod();
    const clientId = await at.fixture.newClient();
    const series = await at.admin.call(recurringTasks.create, { ...terms(), startsOn: first(1), clientId });
    // Series of other tests must not run here.
    await at.api.db.updateTable('series').set({ status: 'cancelled' }).where('id', '<>', series.id).execute();
    const run = { makers: makersOf(false), log: { warn: () => undefined }, clock: `${first(1)}T12:00:00Z` };
    let moving: Promise<unknown> = Promise.resolve();
    // The task is created but not yet committed when the due date is extended.
    await runSeries(at.api.db, {
      ...run,
      makers: {
        ...run.makers,
        task: async (db, jobs) => {
          const { refused, make } = await run.makers.task(db, jobs);
          return {
            refused,
            make: async (sound) => {
              await make(sound);
              moving = at.admin.call(dueOverrides.put, { ...put, categoryId: at.categoryId });
              await aWait();
            },
          };
        },
      },
    });
    expect(await moving).toMatchObject({ moved: 2 });
    const [made] = await at.api.db
      .selectFrom('task')
      .select('dueOn')
      .where('seriesId', '=', series.id)
      .execute();
    expect(made?.dueOn).toBe(newDue);
    expect(await dueOf(plain)).toEqual([newDue]);
  });
});

/** Resolves once somebody waits for a lock of this database. */
async function aWait(): Promise<void> {
  for (;;) {
    const { rows } = await at.api.ownerPool.query(waitsForLock);
    if (rows.length > 0) return;
  }
}
