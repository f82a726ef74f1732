import { uuidv7 } from 'uuidv7';
import { clients } from '@daybook/contracts/crm/clients/clients';
import type { InputOf } from '@daybook/contracts/endpoint';
import { history } from '@daybook/contracts/history';
import { addDays, firstOfMonth, monthNumber } from '@daybook/contracts/plain-date';
import { recurringTasks } from '@daybook/contracts/tasks/recurring-tasks/recurring-tasks';
import type { RecurringTask } from '@daybook/contracts/tasks/recurring-tasks/recurring-tasks';
import { tasks } from '@daybook/contracts/tasks/tasks/tasks';
import { makeClient } from '../../../test/desks/masters.ts';
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
/** The first of a month, so many after this one. */
const first = (months: number) => firstOfMonth(monthNumber(today) + months);
/** Those firsts of months, from three before this one on, that have passed. */
const passed = [-3, -2, -1, 0].map(first).filter((day) => day < today);

beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({ userType: 'super_admin' });
});
beforeEach(async () => {
  desk = await openSeriesDesk(api.db);
  categoryId = uuidv7();
  await api.db
    .insertInto('recurringTaskCategory')
    .values({
      id: categoryId,
      name: `Return ${categoryId}`,
      titleTemplate: 'Return {month}',
      rule: '{"rrule":"FREQ=DAILY"}',
    })
    .execute();
});
afterAll(() => api.stop());

type New = InputOf<typeof recurringTasks.create>;

const input = (more: Partial<New> = {}): New => ({
  clientId: desk.clientId,
  categoryId,
  title: 'Return {month}',
  rule: { rrule: 'FREQ=MONTHLY;BYMONTHDAY=1', periodOffset: -1 },
  startsOn: first(-3),
  assigneeRule: 'fixed',
  assigneeIds: [desk.personId],
  checklist: [{ title: 'Ask for papers', mandatory: true, offsetDays: -5 }],
  ...more,
});

const make = (more: Partial<New> = {}) => admin.call(recurringTasks.create, input(more));

/** What a form sends of a series. */
const termsOf = ({
  client,
  category,
  service,
  reviewer,
  billingEntity,
  assignees,
  ...series
}: RecurringTask) => ({
  title: series.title,
  rule: series.rule,
  startsOn: series.startsOn,
  ends: series.ends,
  endsOn: series.endsOn,
  endsAfter: series.endsAfter,
  zone: series.zone,
  catchUp: series.catchUp,
  clientId: client.id,
  categoryId: category.id,
  serviceId: service?.id ?? null,
  assigneeRule: series.assigneeRule,
  assigneeIds: assignees.map(({ id }) => id),
  reviewerId: reviewer?.id ?? null,
  reviewRequired: series.reviewRequired,
  targetDays: series.targetDays,
  priority: series.priority,
  estimateMin: series.estimateMin,
  billable: series.billable,
  fee: series.fee ?? null,
  billingEntityId: billingEntity?.id ?? null,
  description: series.description,
  checklist: series.checklist,
});

type Edit = Omit<InputOf<typeof recurringTasks.edit>, 'id'>;
const edited = (series: RecurringTask, more: Partial<Edit> & Pick<Edit, 'apply'>) => ({
  ...termsOf(series),
  id: series.id,
  ...more,
});
const edit = (series: RecurringTask, more: Partial<Edit> & Pick<Edit, 'apply'>) =>
  admin.call(recurringTasks.edit, edited(series, more), { version: series.version });
const refusedEdit = (series: RecurringTask, more: Partial<Edit> & Pick<Edit, 'apply'>) =>
  admin.refused(recurringTasks.edit, edited(series, more), { version: series.version });

const open = (id: string) => admin.call(recurringTasks.open, { id });
const made = (id: string) =>
  api.db.selectFrom('task').selectAll().where('seriesId', '=', id).orderBy('nominalOn').execute();
const runs = async (id: string) =>
  (await admin.call(recurringTasks.runs, { id })).rows.map(({ nominal, state, reason }) => [
    nominal,
    state,
    reason,
  ]);

/** Does all that a server would have done by noon of a day. */
async function until(day: string): Promise<void> {
  const clock = `${day}T12:00:00Z`;
  const run = { makers: makersOf(false), log: { warn: () => undefined }, clock };
  while ((await findNextDays(api.db, clock)) > 0);
  while ((await runSeries(api.db, run)) > 0);
}

it('of two who edit it, the later is shown it as it is opened, and its step the new version alone', async () => {
  const series = await make();
  const { id, version } = series;
  await admin.call(recurringTasks.pause, { id, reason: 'Sick' }, { version });
  const late = await refusedEdit(series, { apply: 'following', priority: 1 });
  expect(late).toMatchObject({ code: 'VERSION_CONFLICT' });
  expect(late.data).toEqual(await open(id));
  expect((await admin.refused(recurringTasks.resume, { id }, { version })).data).toEqual({
    version: version + 1,
  });
});

describe('a new series of tasks', () => {
  it('makes up for the past periods that are chosen, says that nobody wants the others, and goes on from today', async () => {
    const series = await make({ create: passed.slice(1, 3) });
    expect(series).toMatchObject({ state: 'active', hasRun: true, notStarted: 2 });
    expect(series.next?.nominal).toBe(first(today.endsWith('-01') ? 0 : 1));
    expect((await runs(series.id)).toReversed()).toEqual(
      passed.map((day, index) =>
        [1, 2].includes(index) ? [day, 'created', null] : [day, 'skipped', 'NOT_WANTED'],
      ),
    );
    const [task] = await made(series.id);
    expect(task).toMatchObject({ dueOn: first(-2), periodFrom: first(-3), recurringCategoryId: categoryId });
    const record = await admin.call(tasks.open, { id: task?.id ?? '' });
    expect(record.series).toEqual({ id: series.id, label: 'Return {month}', isSeen: true });
    const [step] = record.checklist;
    expect(step).toMatchObject({ title: 'Ask for papers', dueOn: addDays(first(-2), -5) });
  });

  it('tells in its history what of it was otherwise before, to who may open it', async () => {
    const reviewer = await api.as({ userType: 'manager', keys: ['recurring_tasks.edit'], scope: 'all' });
    const { id, version } = await make({ startsOn: first(2) });
    const { next } = await admin.call(recurringTasks.upcoming, { id });
    await admin.call(
      recurringTasks.skip,
      { id, nominal: next[0]?.nominal ?? '', reason: 'None' },
      { version },
    );
    await edit(await open(id), {
      apply: 'following',
      rule: { rrule: 'FREQ=MONTHLY;BYMONTHDAY=15', periodOffset: -1 },
      assigneeIds: [desk.personId, reviewer.id],
      priority: 1,
    });
    const { events } = await reviewer.call(history.of, { kind: 'recurring_task', id });
    expect(events.map(({ action }) => action)).toEqual([
      'recurring_tasks.edit',
      'recurring_tasks.skip',
      'recurring_tasks.create',
    ]);
    expect(events[0]?.changes).toEqual(
      expect.arrayContaining([
        {
          field: 'rrule',
          before: { as: 'text', text: 'FREQ=MONTHLY;BYMONTHDAY=1' },
          after: { as: 'text', text: 'FREQ=MONTHLY;BYMONTHDAY=15' },
        },
        { field: 'priority', before: { as: 'decimal', text: '3' }, after: { as: 'decimal', text: '1' } },
      ]),
    );
    expect(events[0]?.parts).toMatchObject([{ part: 'assignee', step: 'added' }]);
    expect(events[1]?.parts).toMatchObject([{ part: 'occurrence', step: 'added' }]);
    const stranger = await api.as({ userType: 'manager', keys: ['tasks.view'], scope: 'all' });
    expect((await stranger.refused(history.of, { kind: 'recurring_task', id })).code).toBe('PERM_DENIED');
  });

  it('is refused on its fields', async () => {
    const refused = async (more: object) =>
      Object.entries((await admin.refused(recurringTasks.create, { ...input(), ...more })).errors).map(
        ([field, [error]]) => `${field} ${error?.code}`,
      );
    const inactive = await makeClient(api.db, { entityId: desk.entityId, crmId: desk.personId });
    const leaving = await admin.call(clients.open, { id: inactive });
    await admin.call(clients.deactivate, { id: inactive, reason: 'left' }, { version: leaving.version });
    expect(await refused({ assigneeIds: [] })).toEqual(['assigneeIds REQUIRED']);
    expect(await refused({ reviewerId: desk.personId, reviewRequired: true })).toEqual([
      'reviewerId REVIEWER_IS_ASSIGNEE',
    ]);
    expect(await refused({ clientId: inactive })).toEqual(['clientId REFERENCE_UNKNOWN']);
    expect(await refused({ categoryId: uuidv7() })).toEqual(['categoryId REFERENCE_UNKNOWN']);
    expect(await refused({ assigneeIds: [uuidv7()] })).toEqual(['assigneeIds REFERENCE_UNKNOWN']);
    expect(await refused({ billable: true })).toEqual([
      'serviceId REQUIRED',
      'billingEntityId REQUIRED',
      'fee REQUIRED',
    ]);
    expect(await refused({ create: [first(-1), first(4)] })).toEqual(['create NOT_A_CHOICE']);
    expect(await refused({ ends: 'until', endsOn: first(-4) })).toEqual(['endsOn ENDS_BEFORE_FIRST']);
    expect(await refused({ title: 'Return {moon}' })).toEqual(['title TOKEN_UNKNOWN']);
    expect(await refused({ zone: 'Mars/Olympus' })).toEqual(['zone ZONE_UNKNOWN']);
    expect(await refused({ rule: { rrule: 'FREQ=MONTHLY' } })).toEqual(['rule.rrule RULE_DAY_MISSING']);
  });

  it('has the same period made once, whoever else makes it, and then nothing of it is there', async () => {
    await make({ create: passed.slice(-1) });
    const again = input({ create: passed.slice(-1) });
    const refused = await admin.refused(recurringTasks.create, again);
    expect(refused.code).toBe('DUPLICATE_PERIOD_TASK');
    const { total } = await admin.call(recurringTasks.total, { filter: { categoryId } });
    expect(total).toBe(1);
  });

  it('has a fee only for who may see money, and for others that of its service', async () => {
    const serviceId = uuidv7();
    await api.db
      .insertInto('service')
      .values({
        id: serviceId,
        name: `Service ${serviceId}`,
        price: 5000,
        currency: 'EUR',
        taxCodeId: desk.taxCodeId,
      })
      .execute();
    const keys = ['recurring_tasks.create', 'recurring_tasks.edit'] as const;
    const clerk = await api.as({ userType: 'manager', keys, scope: 'all' });
    const billed = { billable: true, serviceId, billingEntityId: desk.entityId };
    expect((await clerk.refused(recurringTasks.create, input({ ...billed, fee: 1 }))).errors).toMatchObject({
      fee: [{ code: 'PERM_DENIED' }],
    });
    const series = await clerk.call(recurringTasks.create, input(billed));
    expect(series).not.toHaveProperty('fee');
    const seen = await open(series.id);
    expect(seen.fee).toBe(5000);
    const dearer = await edit(seen, { apply: 'following', fee: 7000 });
    await clerk.call(
      recurringTasks.edit,
      edited({ ...dearer, fee: null }, { apply: 'following', title: 'Filing {month}' }),
      { version: dearer.version },
    );
    expect(await open(series.id)).toMatchObject({ title: 'Filing {month}', fee: 7000 });
  });
});

describe('the list', () => {
  it('finds by title and client, by state, people and category, and says when and why the next one is due', async () => {
    const series = await make({ title: 'Zebra {month}', startsOn: first(1) });
    await make({ title: 'Other {month}', startsOn: first(1) });
    const reason = 'Office closed';
    await admin.call(
      recurringTasks.move,
      { id: series.id, nominal: first(1), dueOn: addDays(first(1), 9), reason },
      { version: series.version },
    );
    const find = async (q: string | undefined, filter = {}) =>
      (await admin.call(recurringTasks.list, { q, filter: { categoryId, ...filter } })).rows.map(
        ({ title }) => title,
      );
    expect(await find('zebra')).toEqual(['Zebra {month}']);
    expect(await find(undefined, { clientId: desk.clientId, state: 'active' })).toHaveLength(2);
    expect(await find(undefined, { assigneeId: desk.personId })).toHaveLength(2);
    expect(await find(undefined, { state: 'paused' })).toEqual([]);
    const [row] = (await admin.call(recurringTasks.list, { q: 'zebra', filter: { categoryId } })).rows;
    expect(row?.next).toEqual({
      nominal: first(1),
      due: addDays(first(1), 9),
      moved: { why: 'person', text: reason },
    });
    // It is about the month before: not due before that, nor more than a year from its rule.
    for (const [dueOn, code] of [
      ['1900-01-01', 'DUE_BEFORE_START'],
      [addDays(first(0), -1), 'DUE_BEFORE_START'],
      [addDays(first(1), 367), 'DATE_RANGE'],
    ] as const) {
      const asked = { id: series.id, nominal: first(1), dueOn, reason };
      expect(await admin.refused(recurringTasks.move, asked, { version: series.version + 1 })).toMatchObject({
        errors: { dueOn: [{ code }] },
      });
    }
  });

  it('says of a task that is due earlier for once that it is made earlier, and of one with more time that it is made as ever', async () => {
    const series = await make({ startsOn: first(1) });
    const moved = async (days: number, version: number) => {
      const dueOn = addDays(first(2), days);
      await admin.call(
        recurringTasks.move,
        { id: series.id, nominal: first(2), dueOn, reason: 'x' },
        { version },
      );
      const { next } = await admin.call(recurringTasks.upcoming, { id: series.id });
      return next[1];
    };
    const made = addDays(first(2), -series.rule.leadDays);
    expect(await moved(-9, series.version)).toMatchObject({
      due: addDays(first(2), -9),
      makeOn: addDays(made, -9),
    });
    expect(await moved(9, series.version + 1)).toMatchObject({ due: addDays(first(2), 9), makeOn: made });
  });

  it('lives within a century and a half, and says each of its days also at the ends of it', async () => {
    const rule = { rrule: 'FREQ=MONTHLY;BYMONTHDAY=31', shift: 'next', leadDays: 300 } as const;
    for (const startsOn of ['1949-12-31', '2151-01-01'])
      expect((await admin.refused(recurringTasks.create, input({ rule, startsOn }))).errors).toMatchObject({
        startsOn: [{ code: 'DATE_RANGE' }],
      });
    const never = await admin.refused(
      recurringTasks.create,
      input({ rule, startsOn: '2150-12-31', endsAfter: 2, ends: 'count' }),
    );
    expect(never.errors).toMatchObject({ endsAfter: [{ code: 'ENDS_NEVER' }] });
    const calendarId = uuidv7();
    await api.db
      .insertInto('holidayCalendar')
      .values({ id: calendarId, name: `Closed ${calendarId}`, weekend: [1, 2, 3, 4, 5, 6] })
      .execute();
    for (const periodOffset of [-1, 0, 1] as const) {
      const last = { rule: { ...rule, calendarId, periodOffset }, startsOn: '2150-12-01' };
      const series = await make(last);
      expect(series.next).toMatchObject({ nominal: '2150-12-31' });
      expect((await admin.call(recurringTasks.upcoming, { id: series.id })).next).toHaveLength(1);
      const rare = { rrule: 'FREQ=YEARLY;INTERVAL=20;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO', periodOffset };
      const seen = await admin.call(recurringTasks.preview, {
        clientId: desk.clientId,
        title: 'Return {month}',
        rule: rare,
        startsOn: '1956-01-01',
      });
      expect(seen.missed.length + seen.next.length).toBeGreaterThan(0);
    }
  });

  it('begins no further back after an edit than a new one does', async () => {
    const series = await make({ startsOn: first(1) });
    const early = { apply: 'following', rule: { rrule: 'FREQ=DAILY' }, startsOn: '1990-01-01' } as const;
    expect((await refusedEdit(series, early)).errors).toMatchObject({
      startsOn: [{ code: 'STARTS_TOO_EARLY' }],
    });
  });

  it('has those that rest since their client was inactive, and how many is said when the client comes back', async () => {
    const series = await make({ startsOn: first(1) });
    const client = await admin.call(clients.open, { id: desk.clientId });
    const by = { id: client.id, reason: 'moved away' };
    const late = await make({ create: [passed[0] ?? ''] });
    await api.db
      .updateTable('seriesProgress')
      .set({ doneThrough: first(-3) })
      .where('seriesId', '=', late.id)
      .execute();
    await api.db
      .deleteFrom('seriesRun')
      .where('seriesId', '=', late.id)
      .where('state', '=', 'skipped')
      .execute();
    const before = await admin.call(clients.series, { id: client.id });
    expect(Object.fromEntries(before.series.map(({ id, state }) => [id, state]))).toEqual({
      [series.id]: 'active',
      [late.id]: 'active',
    });
    const gone = await admin.call(clients.deactivate, by, { version: client.version });
    const back = await admin.call(clients.reactivate, by, { version: gone.version });
    expect(back).toMatchObject({ status: 'active', restingSeries: { tasks: 2, invoices: 0 } });
    const resting = await admin.call(clients.series, { id: client.id });
    const missed = {
      count: passed.length - 1,
      from: passed[1],
      to: passed.at(-1),
    };
    expect(resting.series).toContainEqual(
      expect.objectContaining({ id: late.id, pausedFor: 'client', missed }),
    );
    expect(resting.series).toContainEqual(expect.objectContaining({ id: series.id, missed: null }));
    const { rows } = await admin.call(recurringTasks.list, {
      filter: { clientId: client.id, state: 'paused', pausedFor: 'client' },
    });
    expect(Object.fromEntries(rows.map(({ id, next }) => [id, next]))).toEqual({
      [series.id]: null,
      [late.id]: null,
    });
  });
});

describe('editing', () => {
  it('a series that has made nothing changes in place, its client and first day too', async () => {
    const series = await make();
    expect(series).toMatchObject({ hasRun: false });
    const clientId = await makeClient(api.db, { entityId: desk.entityId, crmId: desk.personId });
    const other = await edit(series, { apply: 'following', clientId, startsOn: first(2) });
    expect(other).toMatchObject({ id: series.id, client: { id: clientId }, startsOn: first(2) });
    expect(other.next?.nominal).toBe(first(2));
    expect(await runs(series.id)).toEqual([]);
    await admin.call(recurringTasks.remove, { id: series.id }, { version: other.version });
    expect((await admin.refused(recurringTasks.open, { id: series.id })).code).toBe('NOT_FOUND');
  });

  it('this and following: the series ends the day before, and another one goes on with the other terms and what was said of days', async () => {
    const series = await make({ create: passed.slice(-1) });
    const skipped = await admin.call(
      recurringTasks.skip,
      { id: series.id, nominal: first(3), reason: 'On leave' },
      { version: series.version },
    );
    const seen = { ...series, version: skipped.version };
    expect((await refusedEdit(seen, { apply: 'following', clientId: uuidv7() })).errors).toHaveProperty(
      'clientId',
    );
    expect((await refusedEdit(seen, { apply: 'following', startsOn: first(-2) })).code).toBe(
      'SERIES_HAS_RUN',
    );
    expect((await refusedEdit(seen, { apply: 'following', from: passed.at(-1) ?? '' })).errors).toEqual({
      from: [{ code: 'NOT_A_CHOICE', params: {} }],
    });
    const rule = { ...series.rule, rrule: 'FREQ=MONTHLY;BYMONTHDAY=1', leadDays: 4 };
    const next = await edit(seen, { apply: 'following', from: first(2), rule, title: 'Filing {month}' });
    expect(next).toMatchObject({
      startsOn: first(2),
      predecessor: { id: series.id },
      title: 'Filing {month}',
    });
    expect(next.id).not.toBe(series.id);
    expect(await open(series.id)).toMatchObject({
      state: 'active',
      ends: 'until',
      endsOn: addDays(first(2), -1),
      successor: { id: next.id },
    });
    const upcoming = await admin.call(recurringTasks.upcoming, { id: next.id });
    expect(upcoming.next.slice(0, 2).map(({ nominal, skipped: why }) => [nominal, why])).toEqual([
      [first(2), null],
      [first(3), 'On leave'],
    ]);
    await until(first(4));
    expect((await made(series.id)).map(({ nominalOn }) => nominalOn)).toEqual([
      passed.at(-1),
      ...(today.endsWith('-01') ? [first(0)] : []),
      first(1),
    ]);
    expect((await made(next.id)).map(({ nominalOn, title }) => [nominalOn, title.split(' ')[0]])).toEqual([
      [first(2), 'Filing'],
      [first(4), 'Filing'],
    ]);
    expect(await open(series.id)).toMatchObject({ state: 'completed' });
    expect((await refusedEdit(await open(series.id), { apply: 'following' })).code).toBe('STATE_NOT_ALLOWED');
  });

  it('from the very next day on nothing is left of the old one, and a paused one stays paused', async () => {
    const series = await make({ create: passed });
    const { version } = await admin.call(
      recurringTasks.pause,
      { id: series.id, reason: 'waits' },
      { version: series.version },
    );
    const next = await edit({ ...series, version }, { apply: 'following', priority: 1 });
    expect(next).toMatchObject({ state: 'paused', pausedFor: 'person', priority: 1 });
    expect(await open(series.id)).toMatchObject({ state: 'completed', pausedFor: null });
  });

  it('so many times are of the old one and of the one that goes on from it', async () => {
    const series = await make({ create: passed.slice(-1), ends: 'count', endsAfter: passed.length + 4 });
    const next = await edit(series, { apply: 'following', from: first(2), priority: 1 });
    expect(next).toMatchObject({ ends: 'count', endsAfter: 3 });
    const { next: ahead } = await admin.call(recurringTasks.upcoming, { id: next.id });
    expect(ahead.map(({ nominal }) => nominal)).toEqual([first(2), first(3), first(4)]);
    const { next: left } = await admin.call(recurringTasks.upcoming, { id: series.id });
    expect(left.map(({ nominal }) => nominal)).toEqual([first(1)]);
  });

  it('not started: what nobody has begun gets the terms, what was begun stays, and the days stay', async () => {
    const series = await make({ create: passed.slice(0, 3) });
    const [begun, ticked, untouched] = await made(series.id);
    await api.db
      .updateTable('task')
      .set({ status: 'in_progress' })
      .where('id', '=', begun?.id ?? '')
      .execute();
    const [step] = (await admin.call(tasks.open, { id: ticked?.id ?? '' })).checklist;
    await admin.call(tasks.tickChecklistItem, { id: ticked?.id ?? '', itemId: step?.id ?? '', done: true });
    const { id: personId } = await api.as({ userType: 'executive' });
    const change: Partial<Edit> & Pick<Edit, 'apply'> = {
      apply: 'not_started',
      title: 'Filing {month}',
      assigneeIds: [personId],
      priority: 1,
      checklist: [{ title: 'File it', mandatory: true }],
    };
    const moved = { ...change, rule: { ...series.rule, leadDays: 3 } };
    expect((await refusedEdit(series, moved)).errors).toEqual({
      apply: [{ code: 'NOT_A_CHOICE', params: {} }],
    });
    const after = await edit(series, change);
    expect(after).toMatchObject({ id: series.id, version: series.version + 1, notStarted: 2 });
    const told = await Promise.all(
      [begun, ticked, untouched].map(async (task) => admin.call(tasks.open, { id: task?.id ?? '' })),
    );
    expect(
      told.map(({ title, priority, assignees, checklist, dueOn }) => ({
        title: title.split(' ')[0],
        priority,
        isTheirs: assignees.some(({ id }) => id === personId),
        steps: checklist.map((one) => one.title),
        dueOn,
      })),
    ).toEqual([
      { title: 'Return', priority: 3, isTheirs: false, steps: ['Ask for papers'], dueOn: passed[0] },
      {
        title: 'Filing',
        priority: 1,
        isTheirs: true,
        steps: ['Ask for papers', 'File it'],
        dueOn: passed[1],
      },
      { title: 'Filing', priority: 1, isTheirs: true, steps: ['File it'], dueOn: passed[2] },
    ]);
  });

  it('not started: who does the work does not switch off its review, nor strike its steps', async () => {
    const keys = ['tasks.view', 'recurring_tasks.edit'] as const;
    const priya = await api.as({ userType: 'manager', scope: 'all', keys: [...keys] });
    const signOff = { title: 'Sign off', mandatory: true, role: 'reviewer' } as const;
    const series = await make({
      create: passed.slice(-1),
      assigneeIds: [priya.id],
      reviewRequired: true,
      checklist: [signOff],
    });
    const ask = (more: Partial<Edit>) => edited(series, { apply: 'not_started', ...more });
    const version = { version: series.version };
    const refusal = async (more: Partial<Edit>) => {
      const { code, errors } = await priya.refused(recurringTasks.edit, ask(more), version);
      return [code, ...Object.keys(errors)];
    };
    const off = { reviewRequired: false, checklist: [] };
    const toOther = { assigneeIds: [desk.personId] };
    for (const more of [off, { ...off, ...toOther }])
      expect(await refusal(more)).toEqual(['REVIEW_OF_OWN_WORK', 'reviewRequired']);
    for (const checklist of [[], [{ ...signOff, mandatory: false }], [{ ...signOff, role: null }]])
      expect(await refusal({ checklist })).toEqual(['STEP_OF_REVIEWER']);
    expect(await open(series.id)).toMatchObject({ reviewRequired: true, version: series.version });
    const [task] = await made(series.id);
    expect(task).toMatchObject({ reviewRequired: true, version: 1 });
    // What does not touch the review is hers to change, and an admin answers for the firm.
    const told = await priya.call(recurringTasks.edit, ask({ priority: 1 }), version);
    const record = await priya.call(tasks.open, { id: task?.id ?? '' });
    expect(record).toMatchObject({ priority: 1, reviewRequired: true, checklist: [signOff] });
    await edit(told, { apply: 'not_started', ...off });
    expect(await made(series.id)).toMatchObject([{ reviewRequired: false }]);
  });

  it('of two at once one is told what the other did; one that made something is cancelled and not deleted', async () => {
    const series = await make({ create: passed.slice(-1) });
    const both = await Promise.allSettled([
      edit(series, { apply: 'following', priority: 1 }),
      edit(series, { apply: 'following', priority: 2 }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const seen = await open(series.id);
    const at = { version: seen.version };
    expect((await admin.refused(recurringTasks.remove, { id: series.id }, at)).code).toBe('SERIES_HAS_RUN');
    const next = await open(seen.successor?.id ?? '');
    await admin.call(recurringTasks.cancel, { id: next.id, reason: 'Left us' }, { version: next.version });
    expect(await open(next.id)).toMatchObject({ state: 'cancelled', stateReason: 'Left us', next: null });
  });
});
