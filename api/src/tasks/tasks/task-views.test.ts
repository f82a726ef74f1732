import { uuidv7 } from 'uuidv7';
import { dashboards } from '@daybook/contracts/dashboards';
import type { InputOf } from '@daybook/contracts/endpoint';
import { recurringTaskCategories } from '@daybook/contracts/settings/categories/recurring-task-categories';
import { taskBoard } from '@daybook/contracts/tasks/tasks/task-board';
import { tasks } from '@daybook/contracts/tasks/tasks/tasks';
import { workload } from '@daybook/contracts/tasks/tasks/workload';
import { makeClient } from '../../../test/fixtures/masters.ts';
import { openTaskFixture, type TaskFixture } from '../../../test/fixtures/task-fixture.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';

let api: TestApi;
let admin: Caller;
let reviewer: Caller;
let entityId: string;
let make: TaskFixture['make'];
let walk: TaskFixture['walk'];

beforeAll(async () => {
  api = await startTestApi();
  ({ admin, reviewer, entityId, make, walk } = await openTaskFixture(api));
});
afterAll(() => api.stop());

/** A new client for each test, so that no other test’s tasks are counted. */
const newClient = (name: string) => makeClient(api.db, { name, entityId, crmId: admin.id });
const executive = (name: string) =>
  api.as({ userType: 'executive', keys: ['tasks.view', 'tasks.edit'], name });
const today = new Date().toISOString().slice(0, 10);
const daysOn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

describe('the board', () => {
  it('has a column for each open status and for recently completed tasks, each with its count', async () => {
    const clientId = await newClient('Boarded');
    const filter = { clientId };
    const late = await make({ clientId, dueOn: '2026-05-01' });
    await make({ clientId, dueOn: '2026-08-01' });
    await walk(await make({ clientId }), 'in_progress', 'waiting_client');
    const done = await walk(await make({ clientId }), 'in_progress', 'completed');
    const longDone = await walk(await make({ clientId }), 'in_progress', 'completed');
    await walk(await make({ clientId }), 'cancelled');
    await api.ownerPool.query(`update task set completed_at = now() - interval '20 days' where id = $1`, [
      longDone.id,
    ]);
    const asked = { filter, completedFrom: daysOn(-14) };
    const { columns } = await admin.call(taskBoard.columns, asked);
    expect(columns.map(({ status, count }) => [status, count])).toEqual([
      ['todo', 2],
      ['in_progress', 0],
      ['waiting_client', 1],
      ['in_review', 0],
      ['on_hold', 0],
      ['completed', 1],
    ]);
    const cards = await admin.call(tasks.list, {
      filter: { ...filter, status: 'completed', completedFrom: asked.completedFrom },
      sort: '-dueOn',
    });
    expect(cards.rows).toMatchObject([{ id: done.id }]);
    const some = { ...asked, filter: { ...filter, status: ['todo' as const, 'cancelled' as const] } };
    expect(await admin.call(taskBoard.columns, { ...some, q: `boarded ${late.no}` })).toEqual({
      columns: [{ status: 'todo', count: 1, isCapped: false }],
    });
    const stranger = await executive('Outside');
    const theirs = await stranger.call(taskBoard.columns, { completedFrom: asked.completedFrom });
    expect(theirs.columns.map(({ count }) => count)).toEqual([0, 0, 0, 0, 0, 0]);
  });
});

it('finds the tasks of a recurring category in every view', async () => {
  const clientId = await newClient('Dutiful');
  const { id: recurringCategoryId } = await admin.call(recurringTaskCategories.create, {
    name: 'Return of the dutiful',
    titleTemplate: 'Return {month}',
    rule: { rrule: 'FREQ=MONTHLY;BYMONTHDAY=20' },
  });
  await make({ clientId });
  const period = { periodFrom: '2026-02-01', periodTo: '2026-02-28' };
  const filing = await make({ clientId, recurringCategoryId, ...period, dueOn: '2026-03-10' });
  const filter = { recurringCategoryId };
  expect((await admin.call(tasks.list, { filter })).rows).toMatchObject([{ id: filing.id }]);
  expect((await admin.call(tasks.total, { filter })).total).toBe(1);
  const { columns } = await admin.call(taskBoard.columns, { filter, completedFrom: today });
  expect(columns[0]).toEqual({ status: 'todo', count: 1, isCapped: false });
  const { days } = await admin.call(taskBoard.calendar, { from: '2026-03-01', to: '2026-04-11', filter });
  expect(days).toMatchObject([{ count: 1, tasks: [{ id: filing.id }] }]);
  const asked = `format=csv&filter[recurringCategoryId]=${recurringCategoryId}`;
  const { body } = await admin.inject({ url: `/api/v1/tasks/export?${asked}` });
  expect(body.trim().split('\n')).toHaveLength(2);
  expect(body).toContain(filing.no);
});

describe('the calendar', () => {
  it('counts each day and shows its most urgent tasks, open ones unless asked otherwise', async () => {
    const clientId = await newClient('Dated');
    const onDay = (dueOn: string, priority = 3) => make({ clientId, dueOn, priority });
    for (const priority of [4, 4, 4, 4]) await onDay('2026-03-10', priority);
    const urgent = await onDay('2026-03-10', 1);
    const alone = await onDay('2026-03-31');
    const done = await walk(await onDay('2026-03-12'), 'in_progress', 'completed');
    await onDay('2026-04-20');
    const asked = { from: '2026-03-01', to: '2026-04-11', filter: { clientId } };
    const { days } = await admin.call(taskBoard.calendar, asked);
    expect(days.map(({ date, count, tasks: some }) => [date, count, some.length])).toEqual([
      ['2026-03-10', 5, 4],
      ['2026-03-31', 1, 1],
    ]);
    expect(days[0]?.tasks[0]?.id).toBe(urgent.id);
    expect(days[1]?.tasks).toMatchObject([{ id: alone.id, moves: expect.any(Array) as unknown }]);
    const completed = await admin.call(taskBoard.calendar, {
      ...asked,
      filter: { clientId, status: 'completed', dueFrom: '2026-03-11' },
    });
    expect(completed.days).toMatchObject([{ date: '2026-03-12', tasks: [{ id: done.id }] }]);
    const stranger = await executive('Dateless');
    expect(await stranger.call(taskBoard.calendar, asked)).toEqual({ days: [] });
    for (const to of ['2026-04-12', '2026-02-28'])
      expect(await admin.refused(taskBoard.calendar, { ...asked, to })).toMatchObject({
        errors: { to: [{ code: 'DATE_RANGE' }] },
      });
  });
});

describe('work by person', () => {
  it('shows one’s own tasks by role and by due date, counted as in the list', async () => {
    const me = await executive('Busy');
    const clientId = await newClient('Of the busy');
    const mine = { clientId, assigneeIds: [me.id] };
    const late = await make({ ...mine, dueOn: daysOn(-1) });
    const now = await make({ ...mine, dueOn: today });
    await make({ ...mine, dueOn: daysOn(7) });
    await make({ ...mine, dueOn: daysOn(8) });
    await walk(await make({ ...mine, dueOn: today }), 'on_hold');
    const inReview = { clientId, reviewerId: me.id, dueOn: daysOn(3) };
    const review = await walk(await make(inReview), 'in_progress', 'in_review');
    await make(inReview);
    const { counts, groups } = await me.call(taskBoard.mine, { today });
    expect(counts).toEqual({
      doing: { overdue: 1, today: 1, week: 1, later: 1 },
      reviewing: { overdue: 0, today: 0, week: 1, later: 0 },
      waiting: { overdue: 0, today: 1, week: 0, later: 0 },
    });
    expect(groups.map(({ due, tasks: some }) => [due, some.length])).toEqual([
      ['overdue', 1],
      ['today', 1],
      ['week', 1],
      ['later', 1],
    ]);
    expect([groups[0]?.tasks[0]?.id, groups[1]?.tasks[0]?.id]).toEqual([late.id, now.id]);
    const reviewing = await me.call(taskBoard.mine, { today, role: 'reviewing' });
    expect(reviewing.groups[2]?.tasks).toMatchObject([{ id: review.id }]);
    expect(await me.call(tasks.total, { filter: { mine: 'doing' } })).toMatchObject({ total: 4 });
  });

  it('shows the load of people by week, counted as on the dashboard', async () => {
    const [one, other] = [await executive('One'), await executive('Other')];
    const clientId = await newClient('Loaded');
    const shared = await make({ clientId, assigneeIds: [one.id, other.id], dueOn: '2026-06-03' });
    const own = await make({ clientId, assigneeIds: [one.id], dueOn: '2026-06-20' });
    await make({ clientId, assigneeIds: [one.id], dueOn: '2026-06-29' });
    await make({ clientId, assigneeIds: [], dueOn: '2026-06-10' });
    await api.ownerPool.query('update task set estimate_min = 90 where id = any($1)', [[shared.id, own.id]]);
    const asked = { today: '2026-06-05', from: '2026-06-01' };
    const { rows } = await admin.call(workload.weeks, asked);
    const none = { open: 0, minutes: 0 };
    expect(rows.find(({ person }) => person?.id === one.id)).toEqual({
      person: { id: one.id, label: 'One' },
      open: 3,
      overdue: { open: 1, minutes: 45 },
      weeks: [none, none, { open: 1, minutes: 90 }, none],
      later: { open: 1, minutes: 0 },
    });
    expect(rows.at(-1)).toMatchObject({ person: null });
    const widget = await admin.call(dashboards.load, { today: asked.today });
    expect(widget.rows.map(({ person, open, overdue }) => [person.id, open, overdue])).toEqual(
      rows.flatMap(({ person, open, overdue }) => (person ? [[person.id, open, overdue.open]] : [])),
    );
    expect((await other.call(workload.weeks, asked)).rows).toMatchObject(
      [
        { person: { id: one.id }, open: 1 },
        { person: { id: other.id }, open: 1 },
      ].toSorted((a, b) => a.person.id.localeCompare(b.person.id)),
    );
  });

  it('finds tasks without an assignee or a date, and by the department of their client', async () => {
    const clientId = await newClient('Lacking');
    const [nobodys, reviewed] = [
      await make({ clientId, assigneeIds: [] }),
      await make({ clientId, reviewerId: reviewer.id }),
    ];
    const departmentId = uuidv7();
    await api.db.insertInto('department').values({ id: departmentId, name: 'Lacking dept' }).execute();
    const of = async (filter: InputOf<typeof tasks.list>['filter']) =>
      (await admin.call(tasks.list, { filter: { clientId, ...filter } })).rows.map(({ id }) => id);
    expect(await of({ unassigned: 'true' })).toEqual([nobodys.id]);
    expect(await of({ unassigned: 'false' })).toEqual([reviewed.id]);
    expect(await of({ unreviewed: 'true' })).toEqual([nobodys.id]);
    expect(await of({ departmentId })).toEqual([]);
    await api.db.insertInto('clientDepartment').values({ clientId, departmentId }).execute();
    expect(await of({ departmentId })).toHaveLength(2);
    await walk(reviewed, 'in_progress', 'completed');
    expect(await of({ completedFrom: daysOn(-1) })).toEqual([reviewed.id]);
  });
});
