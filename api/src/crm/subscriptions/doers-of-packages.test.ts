import { subscriptions } from '@daybook/contracts/crm/subscriptions/subscriptions';
import { recurringTasks } from '@daybook/contracts/tasks/recurring-tasks/recurring-tasks';
import { allBut } from '../../../test/test-api.ts';
import type { Person } from '../../../test/people.ts';
import { makeClient, makeEntity } from '../../../test/fixtures/masters.ts';
import { startSelling } from '../../../test/fixtures/subscription-fixture.ts';
import type { Selling } from '../../../test/fixtures/subscription-fixture.ts';

let sold: Selling;
beforeAll(async () => {
  sold = await startSelling();
});
afterAll(() => sold.api.stop());

const aPerson = async (person: Person = { keys: [] }) => (await sold.api.as(person)).id;
const leaves = (id: string) =>
  sold.api.ownerPool.query(`update app_user set status = 'deactivated' where id = $1`, [id]);
const firstTasksOf = async (clientId: string) =>
  sold.api.db
    .selectFrom('task')
    .leftJoin('taskAssignee as doer', 'doer.taskId', 'task.id')
    .select(['task.title', 'task.billingEntityId', 'doer.userId'])
    .where('clientId', '=', clientId)
    .orderBy('task.no')
    .execute();
const recurringTaskOf = async (subscriptionId: string) => {
  const { series } = await sold.admin.call(subscriptions.open, { id: subscriptionId });
  const task = series.find(({ kind, status }) => kind === 'task' && status === 'active');
  return sold.admin.call(recurringTasks.open, { id: task?.id ?? '' });
};

describe('the work of a package', () => {
  it('is billed by the entity of the package, even if the client has another one', async () => {
    const [entityId, executiveId] = [await makeEntity(sold.api.db), await aPerson()];
    const clientId = await makeClient(sold.api.db, { entityId, crmId: executiveId });
    const { id } = await sold.apply(await sold.sell(), { clientId });
    expect((await firstTasksOf(clientId)).map((task) => task.billingEntityId)).toEqual([sold.ids.entityId]);
    expect((await recurringTaskOf(id)).billingEntity).toMatchObject({ id: sold.ids.entityId });
  });

  it('begins with the executives of the client', async () => {
    const executive = await sold.api.as({ scope: 'own', keys: allBut() });
    const left = await aPerson();
    const clientId = await makeClient(sold.api.db, { entityId: sold.ids.entityId, crmId: sold.admin.id });
    const packageId = await sold.sell();
    const executives = [executive.id, left].map((userId) => ({ clientId, userId }));
    await sold.api.db.insertInto('clientExecutive').values(executives).execute();
    await leaves(left);
    await executive.call(subscriptions.apply, { clientId, packageId, startsOn: '2030-01-01' });
    expect((await firstTasksOf(clientId)).map(({ userId }) => userId)).toEqual([executive.id]);
  });

  it('goes round from one first task to the next', async () => {
    const [one, other] = [await aPerson(), await aPerson()];
    const task = (offsetDays: number) => ({ categoryId: sold.ids.kickOff, offsetDays });
    const packageId = await sold.sell({ tasks: [task(0), task(5), task(9)] });
    const people = { assigneeRule: 'round_robin' as const, assigneeIds: [one, other] };
    const { client } = await sold.apply(packageId, people);
    expect((await firstTasksOf(client.id)).map(({ userId }) => userId)).toEqual([one, other, one]);
  });

  it('goes on with those who are still there when the package changes', async () => {
    const [stays, left] = [await aPerson(), await aPerson()];
    const people = { assigneeRule: 'fixed' as const, assigneeIds: [left, stays] };
    const made = await sold.apply(await sold.sell(), people);
    await leaves(left);
    const change = { id: made.id, packageId: await sold.sell(), from: '2030-02-01' };
    const next = await sold.admin.call(subscriptions.change, change, { version: made.version });
    expect(await recurringTaskOf(next.id)).toMatchObject({
      assigneeRule: 'fixed',
      assignees: [{ id: stays }],
    });
  });

  it('goes to the executives of the client once all who did it have left', async () => {
    const left = await aPerson();
    const made = await sold.apply(await sold.sell(), { assigneeRule: 'fixed', assigneeIds: [left] });
    await leaves(left);
    const change = { id: made.id, packageId: await sold.sell(), from: '2030-02-01' };
    const next = await sold.admin.call(subscriptions.change, change, { version: made.version });
    expect(await recurringTaskOf(next.id)).toMatchObject({ assigneeRule: 'client_executive', assignees: [] });
  });
});
