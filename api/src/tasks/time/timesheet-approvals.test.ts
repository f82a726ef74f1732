import { uuidv7 } from 'uuidv7';
import type { InputOf } from '@daybook/contracts/endpoint';
import { timeEntries } from '@daybook/contracts/tasks/time/task-time';
import { timesheetApprovals } from '@daybook/contracts/tasks/time/timesheet-approvals';
import { timesheets } from '@daybook/contracts/tasks/time/timesheets';
import { openTaskFixture } from '../../../test/fixtures/task-fixture.ts';
import type { TaskFixture } from '../../../test/fixtures/task-fixture.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';
import { requestOf } from '../../http/request-of.ts';

let api: TestApi;
let at: TaskFixture;
/** Leads a lead, who leads Ada and Ben. */
let boss: Caller;
let ada: Caller;
let ben: Caller;
let departmentId: string;

const [first, second, third] = ['2026-03-02', '2026-03-09', '2026-03-16'] as const;

beforeAll(async () => {
  api = await startTestApi();
  at = await openTaskFixture(api);
  const manager = { userType: 'manager', keys: ['tasks.view'], scope: 'own' } as const;
  boss = await api.as({ ...manager, name: 'Boss' });
  const lead = await api.as({ ...manager, name: 'Lead' });
  const executive = (name: string) => api.as({ userType: 'executive', keys: ['tasks.view'], name });
  [ada, ben] = [await executive('Ada'), await executive('Ben')];
  for (const [who, managerId] of [
    [ada, lead.id],
    [ben, lead.id],
    [lead, boss.id],
  ] as const)
    await api.db.updateTable('appUser').set({ managerId }).where('id', '=', who.id).execute();
  departmentId = uuidv7();
  await api.db.insertInto('department').values({ id: departmentId, name: 'Audit' }).execute();
  await api.db.insertInto('userDepartment').values({ userId: ben.id, departmentId }).execute();
  const task = await at.make({ assigneeIds: [ada.id, ben.id] });
  const record = (who: Caller, workedOn: string, minutes: number) =>
    who.call(timeEntries.create, { taskId: task.id, workedOn, minutes, billable: true });
  await record(ada, first, 60);
  await record(ada, '2026-03-08', 30);
  await record(ada, second, 600);
  for (const day of [first, '2026-03-03']) await record(ben, day, 1_200);
});
beforeEach(() => api.ownerPool.query('delete from time_week'));
afterAll(() => api.stop());

const submit = async (who: Caller, weekOn: string) => {
  const { id, version } = await who.call(timesheets.submit, { weekOn });
  return { id: id ?? '', version: version ?? 0 };
};
const list = async (who: Caller, input: InputOf<typeof timesheetApprovals.list> = {}) => {
  const { rows } = await who.call(timesheetApprovals.list, input);
  const { total } = await who.call(timesheetApprovals.total, input);
  expect(total).toBe(rows.length);
  return rows.map(({ person, weekOn }) => `${person.label} ${weekOn}`);
};

describe('the weeks to approve', () => {
  it('are those of everybody below, with their time and what is missing', async () => {
    await submit(ada, first);
    await submit(ben, first);
    const { rows } = await boss.call(timesheetApprovals.list, { sort: 'person' });
    expect(rows).toMatchObject([
      { person: { label: 'Ada' }, departments: [], weekOn: first, status: 'submitted', minutes: 90 },
      { person: { label: 'Ben' }, departments: [{ label: 'Audit' }], minutes: 2_400, missingMinutes: 0 },
    ]);
    expect(rows[0]).toMatchObject({ missingMinutes: 2_310, decidedBy: null, reason: null, version: 1 });
    expect(await list(ada)).toEqual([]);
    expect(await list(at.reviewer)).toEqual([]);
  });

  it('are with tasks.edit also those of people in scope, and never one’s own', async () => {
    await submit(ada, first);
    await submit(ben, second);
    const editor = (scope: 'own' | 'department' | 'all') =>
      api.as({ userType: 'manager', keys: ['tasks.view', 'tasks.edit'], scope });
    const [own, department, all] = [await editor('own'), await editor('department'), await editor('all')];
    await api.db.insertInto('userDepartment').values({ userId: department.id, departmentId }).execute();
    await submit(all, first);
    expect(await list(own)).toEqual([]);
    expect(await list(department)).toEqual([`Ben ${second}`]);
    expect(await list(all)).toEqual([`Ada ${first}`, `Ben ${second}`]);
    const viewer = await api.as({ userType: 'manager', keys: ['tasks.view'], scope: 'all' });
    expect(await list(viewer)).toEqual([]);
  });

  it('are searched, filtered, sorted and paged', async () => {
    const approved = await submit(ada, first);
    await submit(ada, second);
    const returned = await submit(ben, second);
    await submit(ben, third);
    await boss.call(timesheets.approve, { id: approved.id }, { version: approved.version });
    await boss.call(timesheets.return, { id: returned.id, reason: 'Why' }, { version: returned.version });
    expect(await list(boss)).toEqual([`Ada ${second}`, `Ben ${third}`]);
    expect(await list(boss, { sort: '-weekOn' })).toEqual([`Ben ${third}`, `Ada ${second}`]);
    expect(await list(boss, { q: 'be' })).toEqual([`Ben ${third}`]);
    expect(await list(boss, { filter: { state: 'approved' } })).toEqual([`Ada ${first}`]);
    expect(await list(boss, { filter: { state: 'open' } })).toEqual([`Ben ${second}`]);
    const all = { state: 'all' } as const;
    expect(await list(boss, { filter: { ...all, weekOn: second }, sort: '-person' })).toEqual([
      `Ben ${second}`,
      `Ada ${second}`,
    ]);
    expect(await list(boss, { filter: { ...all, personId: ada.id } })).toHaveLength(2);
    expect(await list(boss, { filter: { ...all, departmentId } })).toEqual([`Ben ${second}`, `Ben ${third}`]);
    const page = await boss.call(timesheetApprovals.list, { pageSize: 1 });
    const next = await boss.call(timesheetApprovals.list, { pageSize: 1, cursor: page.next ?? '' });
    expect([page, next].map(({ rows }) => rows[0]?.person.label)).toEqual(['Ada', 'Ben']);
    const file = await boss.inject(
      requestOf(timesheetApprovals.export, { format: 'csv', filter: { ...all, weekOn: second } }),
    );
    expect(file.body.split('\r\n').slice(0, 2)).toEqual([
      expect.stringContaining('Week from,Person,Departments,Status,Submitted on,Minutes,Missing minutes'),
      expect.stringContaining(`${second},Ada,,Submitted,`),
    ]);
  });

  it('are approved at once, each with its own result', async () => {
    const [a, b, mine] = [await submit(ada, first), await submit(ben, first), await submit(boss, first)];
    await boss.call(timesheets.approve, { id: b.id }, { version: b.version });
    const unknown = { id: uuidv7(), version: 1 };
    const { results } = await boss.call(timesheetApprovals.approve, { weeks: [a, b, mine, unknown] });
    const outcomes = new Map(results.map(({ id, ...result }) => [id, result]));
    expect(outcomes.get(a.id)).toEqual({ outcome: 'changed', version: 2 });
    expect(outcomes.get(b.id)).toMatchObject({ outcome: 'refused', refused: { code: 'VERSION_CONFLICT' } });
    expect(outcomes.get(mine.id)).toMatchObject({ refused: { code: 'PERM_DENIED' } });
    expect(outcomes.get(unknown.id)).toMatchObject({ refused: { code: 'NOT_FOUND' } });
    const again = await boss.call(timesheetApprovals.approve, { weeks: [{ id: a.id, version: 2 }] });
    expect(again.results).toMatchObject([{ refused: { code: 'STATE_NOT_ALLOWED' } }]);
    const stranger = await api.as({ userType: 'manager', keys: ['tasks.view', 'tasks.edit'], scope: 'own' });
    const refused = await stranger.call(timesheetApprovals.return, { weeks: [a], reason: 'Why' });
    expect(refused.results).toMatchObject([{ refused: { code: 'NOT_FOUND' } }]);
  });

  it('are returned at once with a reason, which their people see', async () => {
    const weeks = [await submit(ada, first), await submit(ben, first)];
    const { results } = await boss.call(timesheetApprovals.return, { weeks, reason: 'Friday is missing' });
    expect(results.map(({ outcome }) => outcome)).toEqual(['changed', 'changed']);
    expect(await ada.call(timesheets.open, { weekOn: first })).toMatchObject({
      status: 'open',
      reason: 'Friday is missing',
      decidedBy: { label: 'Boss' },
    });
    const refused = await boss.refused(timesheetApprovals.return, { weeks, reason: ' ' });
    expect(refused.errors).toHaveProperty('reason');
    expect(await list(boss)).toEqual([]);
  });

  it('are decided once when two people decide at once', async () => {
    const weeks = [await submit(ada, first), await submit(ben, first)];
    const editor = await api.as({ userType: 'manager', keys: ['tasks.view', 'tasks.edit'], scope: 'all' });
    const answers = await Promise.all([
      boss.call(timesheetApprovals.approve, { weeks }),
      editor.call(timesheetApprovals.return, { weeks: weeks.toReversed(), reason: 'Why' }),
    ]);
    const outcomes = answers.flatMap(({ results }) => results.map(({ outcome }) => outcome));
    expect(outcomes.toSorted()).toEqual(['changed', 'changed', 'refused', 'refused']);
  });
});
