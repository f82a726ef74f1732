import { uuidv7 } from 'uuidv7';
import { clients } from '@daybook/contracts/crm/clients/clients';
import { addDays, firstOfMonth, monthNumber } from '@daybook/contracts/plain-date';
import { periodKeyOf } from '@daybook/contracts/recurrence/period-key';
import type { InputOf } from '@daybook/contracts/endpoint';
import { recurringTaskCategories } from '@daybook/contracts/settings/categories/recurring-task-categories';
import { dueOverrides } from '@daybook/contracts/tasks/recurring-tasks/due-overrides';
import { recurringTaskBatches } from '@daybook/contracts/tasks/recurring-tasks/recurring-task-batches';
import { recurringTasks } from '@daybook/contracts/tasks/recurring-tasks/recurring-tasks';
import { makeClient, makeEntity } from '../../../test/desks/masters.ts';
import { openSeriesDesk } from '../../../test/desks/series-desk.ts';
import type { SeriesDesk } from '../../../test/desks/series-desk.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';
import { makersOf } from '../../keep-running-series.ts';
import { findNextDays } from '../../recurrence/find-next-days.ts';
import { runSeries } from '../../recurrence/run-series.ts';

let api: TestApi;
let admin: Caller;
let desk: SeriesDesk;
let categoryId: string;
const today = new Date().toISOString().slice(0, 10);
const first = (months: number) => firstOfMonth(monthNumber(today) + months);

beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({ userType: 'super_admin' });
});
beforeEach(async () => {
  desk = await openSeriesDesk(api.db);
  const category = await admin.call(recurringTaskCategories.create, {
    name: `Return ${uuidv7()}`,
    titleTemplate: 'Return {month}',
    rule: { rrule: 'FREQ=MONTHLY;BYMONTHDAY=1', periodOffset: -1 },
  });
  categoryId = category.id;
});
afterAll(() => api.stop());

const rule = { rrule: 'FREQ=MONTHLY;BYMONTHDAY=1', periodOffset: -1 } as const;
const terms = () => ({
  categoryId,
  title: 'Return {month}',
  rule,
  startsOn: first(-1),
  assigneeRule: 'round_robin' as const,
  assigneeIds: [desk.personId],
});

const dayIn = (timeZone: string) => new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date());
const newClient = () => makeClient(api.db, { entityId: desk.entityId, crmId: desk.personId });
async function work(): Promise<void> {
  while ((await findNextDays(api.db)) > 0);
  while ((await runSeries(api.db, { makers: makersOf(false), log: console, clock: null })) > 0);
}
const clientsMade = (many: number) => Promise.all(Array.from({ length: many }, newClient));

async function inactiveClient(): Promise<string> {
  const id = await newClient();
  const { version } = await admin.call(clients.open, { id });
  await admin.call(clients.deactivate, { id, reason: 'left' }, { version });
  return id;
}

const entityCurrency = async (id: string): Promise<string> =>
  (
    await api.db
      .selectFrom('billingEntity')
      .select('baseCurrency')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).baseCurrency;

const foundBy = async (
  found: NonNullable<InputOf<typeof recurringTaskBatches.preview>['found']>,
): Promise<string[]> => {
  const { clients: shown } = await admin.call(recurringTaskBatches.preview, {
    categoryId,
    rule,
    startsOn: first(1),
    found,
  });
  return shown.map(({ client }) => client.id);
};

describe('the same work for many clients', () => {
  it('shows each one’s next day, who has it already and who is inactive, and leaves out whom the caller does not see', async () => {
    const [plain = '', has = ''] = await clientsMade(2);
    const inactive = await inactiveClient();
    const foreign = await newClient();
    const series = await admin.call(recurringTasks.create, { ...terms(), clientId: has });
    const crm = await api.as({ userType: 'manager', keys: ['recurring_tasks.create'], scope: 'own' });
    await api.db
      .updateTable('client')
      .set({ crmId: crm.id })
      .where('id', 'in', [plain, has, inactive])
      .execute();
    const { clients: shown, areMore } = await crm.call(recurringTaskBatches.preview, {
      categoryId,
      rule,
      startsOn: first(-1),
      clientIds: [plain, has, inactive, foreign],
    });
    expect(areMore).toBe(false);
    const byId = new Map(shown.map((one) => [one.client.id, one]));
    const nextDue = today.endsWith('-01') ? today : first(1);
    const missed = [first(-1), first(0)].filter((day) => day < today);
    expect(byId.get(plain)).toMatchObject({ isActive: true, present: null, nextDue, missed });
    expect(byId.get(has)?.present).toEqual({ id: series.id, label: 'Return {month}' });
    expect(byId.get(inactive)).toMatchObject({ isActive: false });
    expect(byId.has(foreign)).toBe(false);
  });

  it('finds clients by department, group or tag, active ones alone', async () => {
    const [one, inactive] = [await newClient(), await inactiveClient()];
    await api.db
      .updateTable('client')
      .set({ tags: ['monthly'] })
      .where('id', 'in', [one, inactive])
      .execute();
    const { clients: shown } = await admin.call(recurringTaskBatches.preview, {
      categoryId,
      rule,
      startsOn: first(1),
      found: { tag: 'monthly' },
    });
    expect(shown.map(({ client }) => client.id)).toEqual([one]);
    const all = { categoryId, rule, startsOn: first(1), found: { all: true } } as const;
    const { clients: active } = await admin.call(recurringTaskBatches.preview, all);
    expect(active.map(({ client }) => client.id)).toEqual(expect.arrayContaining([one]));
    expect(active.every(({ isActive }) => isActive)).toBe(true);
    const nobody = { categoryId, rule, startsOn: first(1), found: {} };
    expect((await admin.refused(recurringTaskBatches.preview, nobody)).errors).toHaveProperty('found');
  });

  it('makes a series for each, with its past period, tells of each what was refused, and sent twice does it once', async () => {
    const [one = '', two = ''] = await clientsMade(2);
    const inactive = await inactiveClient();
    await admin.call(recurringTasks.create, { ...terms(), clientId: two, create: [first(-1)] });
    const wanted = { ...terms(), clientIds: [one, two, inactive, one], create: [first(-1)] };
    const key = { key: uuidv7() };
    const { results } = await admin.call(recurringTaskBatches.create, wanted, key);
    expect(results.map(({ seriesId, refused }) => refused?.code ?? seriesId !== null)).toEqual([
      true,
      'DUPLICATE_PERIOD_TASK',
      'REFERENCE_UNKNOWN',
    ]);
    expect(await admin.call(recurringTaskBatches.create, wanted, key)).toEqual({ results });
    expect((await admin.call(recurringTasks.total, { filter: { categoryId } })).total).toBe(2);
    const wrong = { ...wanted, assigneeIds: [uuidv7()] };
    expect((await admin.refused(recurringTaskBatches.create, wrong)).errors).toHaveProperty('assigneeIds');
    expect((await admin.call(recurringTasks.total, { filter: { categoryId } })).total).toBe(2);
  });

  it('bills each client by its own entity, in its own currency, at its own fee, and refuses one without a price', async () => {
    const inYen = await makeEntity(api.db, { currency: 'JPY' });
    const inRupees = await makeEntity(api.db, { currency: 'INR' });
    const usual = await newClient();
    const agreed = await newClient();
    const yen = await makeClient(api.db, { entityId: inYen, crmId: desk.personId, currency: 'JPY' });
    const rupees = await makeClient(api.db, { entityId: inRupees, crmId: desk.personId, currency: 'INR' });
    const currency = await entityCurrency(desk.entityId);
    const serviceId = uuidv7();
    await api.db
      .insertInto('service')
      .values({ id: serviceId, name: `Return ${serviceId}`, taxCodeId: desk.taxCodeId })
      .execute();
    await api.db
      .updateTable('recurringTaskCategory')
      .set({ serviceId, fee: 6500, currency })
      .where('id', '=', categoryId)
      .execute();
    const { clients: shown } = await admin.call(recurringTaskBatches.preview, {
      categoryId,
      serviceId,
      rule,
      startsOn: first(1),
      clientIds: [usual, agreed, yen, rupees],
    });
    const byId = new Map(shown.map((one) => [one.client.id, one]));
    expect(byId.get(usual)).toMatchObject({ entity: { id: desk.entityId }, currency, fee: 6500 });
    expect(byId.get(yen)).toMatchObject({ entity: { id: inYen }, currency: 'JPY', fee: null });
    const { results } = await admin.call(recurringTaskBatches.create, {
      ...terms(),
      serviceId,
      billable: true,
      clientIds: [usual, agreed, yen, rupees],
      fees: [
        { clientId: agreed, fee: 9000 },
        { clientId: yen, fee: 12_000 },
      ],
    });
    expect(results.map(({ refused }) => refused?.code ?? null)).toEqual([null, null, null, 'PRICE_MISSING']);
    const made = await Promise.all(
      results.flatMap(({ seriesId }) =>
        seriesId === null ? [] : [admin.call(recurringTasks.open, { id: seriesId })],
      ),
    );
    expect(made.map((one) => [one.billable, one.billingEntity?.id, one.fee, one.currency])).toEqual([
      [true, desk.entityId, 6500, currency],
      [true, desk.entityId, 9000, currency],
      [true, inYen, 12_000, 'JPY'],
    ]);
  });

  it('finds clients by who bills them, by their tax treatment and by a registration', async () => {
    const entityId = await makeEntity(api.db);
    const [one, two] = await Promise.all([
      makeClient(api.db, { entityId, crmId: desk.personId }),
      makeClient(api.db, { entityId, crmId: desk.personId }),
    ]);
    await api.db.updateTable('client').set({ taxTreatment: 'exempt' }).where('id', '=', one).execute();
    await api.db
      .insertInto('clientRegistration')
      .values({ clientId: two, no: 1, scheme: 'FR:SIREN', value: '732829320' })
      .execute();
    expect(await foundBy({ entityId })).toEqual(expect.arrayContaining([one, two]));
    expect(await foundBy({ entityId })).toHaveLength(2);
    expect(await foundBy({ entityId, taxTreatment: 'exempt' })).toEqual([one]);
    expect(await foundBy({ entityId, scheme: 'FR:SIREN' })).toEqual([two]);
  });

  it('makes up for a day where it has passed, and leaves it to the series where it has not come yet', async () => {
    // On one of the two sides of the date line it is another day at any moment.
    const [west = '', east = ''] = await clientsMade(2);
    const zones = { west: 'Pacific/Midway', east: 'Pacific/Kiritimati' };
    for (const [clientId, timezone] of [
      [west, zones.west],
      [east, zones.east],
    ] as const) {
      const entityId = await makeEntity(api.db);
      await api.db.updateTable('billingEntity').set({ timezone }).where('id', '=', entityId).execute();
      await api.db
        .updateTable('client')
        .set({ defaultEntityId: entityId })
        .where('id', '=', clientId)
        .execute();
    }
    const day = dayIn(zones.west);
    const daily = { ...terms(), rule: { rrule: 'FREQ=DAILY' }, startsOn: day };
    const { results } = await admin.call(recurringTaskBatches.create, {
      ...daily,
      clientIds: [west, east],
      create: [day],
    });
    expect(results.map(({ refused }) => refused)).toEqual([null, null]);
    const made = await api.db
      .selectFrom('task')
      .select('clientId')
      .where('clientId', 'in', [west, east])
      .execute();
    expect(made.map(({ clientId }) => clientId)).toEqual([east]);
    const tomorrow = { ...daily, clientIds: [west, east], create: [addDays(dayIn(zones.east), 1)] };
    expect((await admin.refused(recurringTaskBatches.create, tomorrow)).errors).toHaveProperty('create');
  });

  it('makes a hundred in one call', async () => {
    const clientIds = await clientsMade(100);
    const { results } = await admin.call(recurringTaskBatches.create, {
      ...terms(),
      startsOn: first(1),
      clientIds,
    });
    expect(results.filter(({ seriesId }) => seriesId !== null)).toHaveLength(100);
  });
});

const dueOf = async (...ids: string[]) => {
  const rows = await api.db.selectFrom('task').select(['id', 'dueOn']).where('id', 'in', ids).execute();
  return ids.map((id) => rows.find((row) => row.id === id)?.dueOn);
};

describe('a due date that a government moves', () => {
  const periodKey = periodKeyOf({ from: first(0), to: addDays(first(1), -1) });
  const newDue = addDays(first(1), 20);
  const own = addDays(first(1), 3);
  const put = { periodKey, newDue, reason: 'Portal was down' };

  /** Tasks of this month's period, due on the first of the next: of two clients, the second moved by hand, and one that is done. */
  async function openPeriod() {
    const ids = [desk.clientId, ...(await clientsMade(2))];
    const wanted = { ...terms(), startsOn: first(1), rule: { ...rule, leadDays: 60 }, clientIds: ids };
    await admin.call(recurringTaskBatches.create, wanted);
    await work();
    const made = await api.db
      .selectFrom('task')
      .selectAll()
      .where('recurringCategoryId', '=', categoryId)
      .where('periodKey', '=', periodKey)
      .orderBy('id')
      .execute();
    const [plain, byHand, done] = made.map(({ id }) => id);
    if (plain === undefined || byHand === undefined || done === undefined) throw new Error('no tasks');
    await api.db.updateTable('task').set({ dueOn: own }).where('id', '=', byHand).execute();
    await api.db.updateTable('task').set({ status: 'cancelled' }).where('id', '=', done).execute();
    return { plain, byHand, done };
  }

  it('moves all open tasks of the period, leaves those with a day of their own unless they are named, and is taken back', async () => {
    const { plain, byHand, done } = await openPeriod();
    const periods = await admin.call(dueOverrides.periods, { categoryId });
    expect(periods).toContainEqual(expect.objectContaining({ periodKey, open: 2, override: null }));
    const reached = await admin.call(dueOverrides.reached, { categoryId, periodKey });
    expect(reached.open).toBe(2);
    expect(Object.fromEntries(reached.tasks.map((task) => [task.id, task.isByHand]))).toEqual({
      [plain]: false,
      [byHand]: true,
    });
    const moved = await admin.call(dueOverrides.put, { ...put, categoryId });
    expect(moved).toMatchObject({ moved: 1, left: 1 });
    expect(moved.tasks).toMatchObject([
      { id: plain, was: first(1), dueOn: newDue, isMoved: true },
      { id: byHand, was: own, dueOn: own, isMoved: false },
    ]);
    expect(await dueOf(plain, byHand, done)).toEqual([newDue, own, first(1)]);
    // A second extension moves from where the first one put it, and now the other one too.
    const later = addDays(newDue, 10);
    const again = await admin.call(dueOverrides.put, {
      ...put,
      categoryId,
      newDue: later,
      alsoIds: [byHand],
    });
    expect(again).toMatchObject({ id: moved.id, moved: 2, left: 0 });
    expect(await dueOf(plain, byHand)).toEqual([later, later]);
    const { dueOverrides: kept } = await admin.call(recurringTaskCategories.open, { id: categoryId });
    expect(kept).toMatchObject([
      {
        id: moved.id,
        version: 2,
        newDue: later,
        reason: 'Portal was down',
        tasks: 2,
      },
    ]);
    const stale = await admin.refused(dueOverrides.remove, { id: moved.id }, { version: 1 });
    expect(stale.code).toBe('VERSION_CONFLICT');
    const back = await admin.call(dueOverrides.remove, { id: moved.id }, { version: 2 });
    expect(back).toMatchObject({ moved: 2, left: 0 });
    expect(await dueOf(plain, byHand)).toEqual([first(1), own]);
    const { rows } = await api.ownerPool.query(
      `select count(*)::int as told from audit_event where entity = 'task' and entity_id = $1 and body -> 'after' ? 'due_on'`,
      [plain],
    );
    expect(rows).toEqual([{ told: 4 }]);
  });

  it('is taken back past a day off that was added meanwhile', async () => {
    const calendarId = uuidv7();
    const calendar = { id: calendarId, name: `Closed ${calendarId}`, weekend: [] };
    await api.db.insertInto('holidayCalendar').values(calendar).execute();
    const { id: seriesId } = await admin.call(recurringTasks.create, {
      ...terms(),
      startsOn: first(1),
      rule: { ...rule, leadDays: 60, shift: 'next', calendarId },
      clientId: await newClient(),
    });
    await work();
    const { id: task } = await api.db
      .selectFrom('task')
      .select('id')
      .where('seriesId', '=', seriesId)
      .executeTakeFirstOrThrow();
    const { id } = await admin.call(dueOverrides.put, { ...put, categoryId });
    await api.db
      .insertInto('holiday')
      .values({ calendarId, day: first(1), name: 'Feast' })
      .execute();
    await work();
    expect(await dueOf(task)).toEqual([newDue]);
    await admin.call(dueOverrides.remove, { id }, { version: 1 });
    await work();
    expect(await dueOf(task)).toEqual([addDays(first(1), 1)]);
  });

  it('is taken back from what it moved alone: a day that somebody gave before or since stays', async () => {
    const { plain, byHand } = await openPeriod();
    const give = (id: string, dueOn: string) =>
      api.db.updateTable('task').set({ dueOn }).where('id', '=', id).execute();
    // By chance the government chooses the day that somebody chose.
    await give(byHand, newDue);
    const { id } = await admin.call(dueOverrides.put, { ...put, categoryId });
    const made = await admin.call(recurringTasks.create, {
      ...terms(),
      startsOn: first(1),
      rule: { ...rule, leadDays: 60 },
      clientId: await newClient(),
    });
    await work();
    const { id: since = '' } =
      (await api.db.selectFrom('task').select('id').where('seriesId', '=', made.id).executeTakeFirst()) ?? {};
    expect(await dueOf(since)).toEqual([newDue]);
    const later = addDays(newDue, 5);
    await admin.call(dueOverrides.put, { ...put, categoryId, newDue: later, alsoIds: [byHand] });
    expect(await dueOf(plain, byHand, since)).toEqual([later, later, later]);
    await give(plain, addDays(later, 1));
    const back = await admin.call(dueOverrides.remove, { id }, { version: 2 });
    expect(back).toMatchObject({ moved: 2, left: 1 });
    expect(await dueOf(plain, byHand, since)).toEqual([addDays(later, 1), newDue, first(1)]);
  });

  it('is seen in what comes, refused to who does not see all clients, and for a period without tasks', async () => {
    await openPeriod();
    await admin.call(dueOverrides.put, { ...put, categoryId });
    const clientId = await newClient();
    const series = await admin.call(recurringTasks.create, { ...terms(), startsOn: first(1), clientId });
    const reason = { why: 'person', text: 'Portal was down' };
    expect(series.next).toMatchObject({ nominal: first(1), due: newDue, moved: reason });
    const { next } = await admin.call(recurringTasks.upcoming, { id: series.id });
    expect(next[0]).toMatchObject({ due: newDue, moved: reason });
    const clerk = await api.as({ userType: 'manager', keys: ['recurring_tasks.edit'], scope: 'team' });
    expect((await clerk.refused(dueOverrides.put, { ...put, categoryId })).code).toBe('SCOPE_TOO_WIDE');
    expect((await clerk.refused(dueOverrides.periods, { categoryId })).code).toBe('SCOPE_TOO_WIDE');
    const none = { ...put, categoryId, periodKey: '2020-01-01--2020-01-31' };
    expect((await admin.refused(dueOverrides.put, none)).errors).toHaveProperty('periodKey');
    const unknown = { ...put, categoryId: uuidv7() };
    expect((await admin.refused(dueOverrides.put, unknown)).errors).toHaveProperty('categoryId');
  });

  it('tells a month from the quarter that begins with it', async () => {
    const [october, quarter] = ['2025-10-01--2025-10-31', '2025-10-01--2025-12-31'];
    const clientId = await newClient();
    for (const [rrule, startsOn] of [
      ['FREQ=MONTHLY;BYMONTHDAY=1', '2025-11-01'],
      ['FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=1', '2026-01-01'],
    ] as const)
      await admin.call(recurringTasks.create, {
        ...terms(),
        clientId,
        rule: { rrule, periodOffset: -1 },
        startsOn,
        create: [startsOn],
      });
    expect(await admin.call(dueOverrides.periods, { categoryId })).toMatchObject([
      { periodKey: quarter, dueOn: '2026-01-01', open: 1 },
      { periodKey: october, dueOn: '2025-11-01', open: 1 },
    ]);
    expect(await admin.call(dueOverrides.reached, { categoryId, periodKey: quarter })).toMatchObject({
      open: 1,
    });
    const moved = await admin.call(dueOverrides.put, {
      ...put,
      categoryId,
      periodKey: quarter,
      newDue: '2026-01-20',
    });
    expect(moved.tasks).toMatchObject([{ was: '2026-01-01', dueOn: '2026-01-20' }]);
    expect(await admin.call(dueOverrides.periods, { categoryId })).toMatchObject([
      { periodKey: quarter, dueOn: '2026-01-20', override: { newDue: '2026-01-20' } },
      { periodKey: october, dueOn: '2025-11-01', override: null },
    ]);
    const { dueOverrides: kept } = await admin.call(recurringTaskCategories.open, { id: categoryId });
    expect(kept).toMatchObject([{ periodKey: quarter, tasks: 1 }]);

    // Nothing is due before its period begins, nor more than a year from its rule, however often it is moved.
    const to = (newDue: string) => ({ ...put, categoryId, periodKey: october, newDue });
    const faultOf = async (newDue: string) => (await admin.refused(dueOverrides.put, to(newDue))).errors;
    for (const tooEarly of ['1999-01-01', '2025-09-30'])
      expect(await faultOf(tooEarly)).toMatchObject({ newDue: [{ code: 'DUE_BEFORE_START' }] });
    for (const newDue of ['2025-10-01', '2026-11-02'])
      expect(await admin.call(dueOverrides.put, to(newDue))).toMatchObject({ moved: 1 });
    expect(await faultOf('2026-11-03')).toMatchObject({ newDue: [{ code: 'DATE_RANGE' }] });
    for (const periodKey of ['2025-10', '2025-10-31--2025-10-01', '2025-02-30--2025-03-01'])
      expect(
        (await admin.refused(dueOverrides.put, { ...put, categoryId, periodKey })).errors,
      ).toHaveProperty('periodKey');
  });

  it('reaches what a run makes at the same moment', async () => {
    const { plain } = await openPeriod();
    const clientId = await newClient();
    const series = await admin.call(recurringTasks.create, { ...terms(), startsOn: first(1), clientId });
    // What other tests left to be made is not made here.
    await api.db.updateTable('series').set({ state: 'cancelled' }).where('id', '<>', series.id).execute();
    const run = { makers: makersOf(false), log: { warn: () => undefined }, clock: `${first(1)}T12:00:00Z` };
    let moving: Promise<unknown> = Promise.resolve();
    // The task is made and not yet committed when the government moves the day.
    await runSeries(api.db, {
      ...run,
      makers: {
        ...run.makers,
        task: async (db, jobs) => {
          const { refused, make } = await run.makers.task(db, jobs);
          return {
            refused,
            make: async (sound) => {
              await make(sound);
              moving = admin.call(dueOverrides.put, { ...put, categoryId });
              await aWait();
            },
          };
        },
      },
    });
    expect(await moving).toMatchObject({ moved: 2 });
    const [made] = await api.db
      .selectFrom('task')
      .select('dueOn')
      .where('seriesId', '=', series.id)
      .execute();
    expect(made?.dueOn).toBe(newDue);
    expect(await dueOf(plain)).toEqual([newDue]);
  });
});

/** Until somebody waits for a lock of this database. */
async function aWait(): Promise<void> {
  for (;;) {
    const { rows } = await api.ownerPool.query('select 1 from pg_locks where not granted limit 1');
    if (rows.length > 0) return;
  }
}
