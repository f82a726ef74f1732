import { timeEntries } from '@daybook/contracts/tasks/time/task-time';
import { timeSpent } from '@daybook/contracts/tasks/time/time-spent';
import { recurringTasks } from '@daybook/contracts/tasks/recurring-tasks/recurring-tasks';
import { tasks } from '@daybook/contracts/tasks/tasks/tasks';
import { first, passed, setUpRecurringTasks } from '../../../test/fixtures/recurring-task-fixture.ts';

const at = setUpRecurringTasks();

const record = (taskId: string, minutes: number) =>
  at.admin.call(timeEntries.create, { taskId, workedOn: '2026-03-02', minutes, billable: false });

const task = (estimateMin: number | null, clientId = at.fixture.clientId) =>
  at.admin.call(tasks.create, {
    title: 'Advice',
    clientId,
    dueOn: '2026-06-30',
    assigneeIds: [at.admin.id],
    estimateMin,
  });

describe('the time of many tasks', () => {
  it('of a client is compared with the estimates of its tasks, apart from the tasks without one', async () => {
    const { clientId } = at.fixture;
    const of = (id: string) => at.admin.call(timeSpent.ofClient, { id });
    expect(await of(clientId)).toEqual({ estimateMin: 0, spentMin: 0, otherMin: 0 });
    const [early, second, plain, cancelled, removed] = [
      await task(60),
      await task(120),
      await task(null),
      await task(600),
      await task(600),
    ];
    await record(early.id, 45);
    await record(early.id, 30);
    await record(plain.id, 20);
    await record(cancelled.id, 10);
    const gone = await record(second.id, 15);
    await at.admin.call(timeEntries.remove, { id: gone.id }, { version: gone.version });
    await at.admin.call(
      tasks.transition,
      { id: cancelled.id, to: 'cancelled', reason: 'Not needed' },
      { version: cancelled.version },
    );
    await at.admin.call(tasks.remove, { id: removed.id }, { version: removed.version });
    await record((await task(60, await at.fixture.newClient())).id, 60);
    expect(await of(clientId)).toEqual({ estimateMin: 180, spentMin: 75, otherMin: 30 });
  });

  it('of a series is that of the tasks that it created', async () => {
    const made = await at.admin.call(recurringTasks.create, {
      ...at.input({ startsOn: first(-3), create: passed.slice(0, 2), assigneeIds: [at.admin.id] }),
      estimateMin: 90,
    });
    const { rows } = await at.admin.call(tasks.list, { filter: { clientId: at.fixture.clientId } });
    expect(rows).toHaveLength(2);
    await record(rows[0]?.id ?? '', 50);
    await record((await task(60)).id, 60);
    const spent = { estimateMin: 180, spentMin: 50, otherMin: 0 };
    expect(await at.admin.call(timeSpent.ofSeries, { id: made.id })).toEqual(spent);
    const outside = await at.api.as({
      userType: 'manager',
      keys: ['tasks.view', 'recurring_tasks.edit'],
      scope: 'own',
    });
    expect(await outside.refused(timeSpent.ofSeries, { id: made.id })).toMatchObject({ code: 'NOT_FOUND' });
    expect(await outside.refused(timeSpent.ofClient, { id: at.fixture.clientId })).toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});
