import { uuidv7 } from 'uuidv7';
import { minor } from '@daybook/contracts/money/money';
import type { InputOf, OutputOf } from '@daybook/contracts/endpoint';
import { taskBulk } from '@daybook/contracts/tasks/tasks/task-bulk';
import type { TaskStatus } from '@daybook/contracts/tasks/tasks/task-machine';
import { tasks } from '@daybook/contracts/tasks/tasks/tasks';
import type { Task } from '@daybook/contracts/tasks/tasks/tasks';
import type { Caller, TestApi } from '../test-api.ts';
import { makeClient, makeEntity, makeTaxCode } from './masters.ts';

type NewTask = InputOf<typeof tasks.create>;
type Change = InputOf<typeof taskBulk.change>['change'];
type BulkResult = OutputOf<typeof taskBulk.change>['results'][number];

export interface TaskDesk {
  admin: Caller;
  /** Executives who see what they are named in. */
  doer: Caller;
  reviewer: Caller;
  entityId: string;
  clientId: string;
  taxCodeId: string;
  /** The input of a billable task of the doer's: annual accounts for 900.00 EUR. */
  accounts: (more?: Partial<NewTask>) => NewTask;
  make: (more?: Partial<NewTask>) => Promise<Task>;
  /** Walks a task through its states as the people do. */
  walk: (task: Task, ...path: TaskStatus[]) => Promise<Task>;
  /** Changes many tasks at once: the result by the task's id. */
  change: (some: Task[], asked: Change) => Promise<Map<string, BulkResult>>;
  undo: (changed: Iterable<{ id: string; version?: number | undefined }>) => Promise<BulkResult[]>;
}

/** The version of a task that was seen, as a change of many names it. */
export const versionOf = ({ id, version }: Task) => ({ id, version });

/** A client with a priced service, and who works for them. */
export async function openTaskDesk(api: TestApi): Promise<TaskDesk> {
  const admin = await api.as({});
  const executive = (name: string) => api.as({ userType: 'executive', keys: ['tasks.view'], name });
  const [doer, reviewer] = [await executive('Doer'), await executive('Reviewer')];
  const taxCodeId = await makeTaxCode(api.db, { code: 'VAT20', rate: '20' });
  const entityId = await makeEntity(api.db);
  await api.db.updateTable('billingEntity').set({ timezone: 'Pacific/Kiritimati' }).execute();
  const clientId = await makeClient(api.db, { name: 'Dupont & Fils', entityId, crmId: admin.id });
  const serviceId = uuidv7();
  await api.db
    .insertInto('service')
    .values({ id: serviceId, name: 'Annual accounts', price: minor(90_000), currency: 'EUR', taxCodeId })
    .execute();
  const accounts: TaskDesk['accounts'] = (more = {}) => ({
    title: `Accounts ${uuidv7()}`,
    clientId,
    serviceId,
    billingEntityId: entityId,
    billable: true,
    fee: 90_000,
    dueOn: '2026-06-30',
    assigneeIds: [doer.id],
    ...more,
  });
  return {
    admin,
    doer,
    reviewer,
    entityId,
    clientId,
    taxCodeId,
    accounts,
    make: (more) => admin.call(tasks.create, accounts(more)),
    async walk(task, ...path) {
      let at = task;
      for (const to of path)
        at = await admin.call(
          tasks.transition,
          { id: at.id, to, reason: 'because' },
          { version: at.version },
        );
      return at;
    },
    async change(some, asked) {
      const { results } = await admin.call(taskBulk.change, { tasks: some.map(versionOf), change: asked });
      return new Map(results.map((result) => [result.id, result]));
    },
    async undo(changed) {
      const some = Array.from(changed, ({ id, version = 1 }) => ({ id, version }));
      return (await admin.call(taskBulk.undo, { tasks: some })).results;
    },
  };
}
