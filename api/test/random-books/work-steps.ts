import { uuidv7 } from 'uuidv7';
import { pendingInvoices } from '@daybook/contracts/billing/pending/pending-invoices';
import { unbilledHours } from '@daybook/contracts/billing/pending/unbilled-hours';
import { tasks } from '@daybook/contracts/tasks/tasks/tasks';
import { timeEntries } from '@daybook/contracts/tasks/time/task-time';
import type { Step, WorkingFirm } from './working-firm.ts';

export async function newTask(at: WorkingFirm): Promise<void> {
  const market = at.random.pick(at.markets);
  const billingRule = at.random.pick(['hours', 'hours', 'hours_to_limit', 'fixed_fee'] as const);
  const billable = at.random.chance(0.9);
  await at.attempt(tasks.create, {
    title: `Work ${uuidv7()}`,
    clientId: at.random.pick(market.clientIds),
    categoryId: at.random.pick(at.categoryIds),
    serviceId: at.random.pick(market.serviceIds),
    billingEntityId: market.entityId,
    billable,
    billingRule,
    fee: !billable || billingRule === 'hours' ? null : at.random.int(1, 40_000),
    dueOn: '2026-08-31',
    assigneeIds: at.workers.map(({ id }) => id),
  });
}

/** Completes a task, or begins it again. */
async function complete(at: WorkingFirm): Promise<void> {
  const task = await at.some<{ id: string; version: number; status: string }>(
    'select id, version, status from task where deleted_at is null order by created_at, id',
  );
  if (task === null) return;
  const steps = task.status === 'todo' ? (['in_progress', 'completed'] as const) : [];
  const next = task.status === 'completed' ? 'in_progress' : 'completed';
  let version: number | undefined = task.version;
  for (const to of steps.length > 0 ? steps : ([next] as const)) {
    const moved: { version: number } | null = await at.attempt(
      tasks.transition,
      { id: task.id, to, reason: 'because' },
      { version },
    );
    version = moved?.version;
  }
}

/** Work, its hours, and how they become pending. */
export const workSteps = {
  record: async (at) => {
    const task = await at.some<{ id: string }>(
      'select id from task where deleted_at is null order by created_at, id',
    );
    if (task === null) return newTask(at);
    const workedOn = at.day();
    const billable = at.random.chance(0.85);
    const input = { taskId: task.id, workedOn, minutes: at.random.int(1, 200), billable };
    await at.attempt(timeEntries.create, input, { by: at.random.pick(at.workers) });
  },
  /** Also moves time into another month. */
  change: async (at) => {
    const entry = await at.some<{ id: string; version: number; user_id: string }>(
      'select id, version, user_id from time_entry where removed_at is null order by created_at, id',
    );
    if (entry === null) return;
    const { id, version } = entry;
    const by = at.workers.find((one) => one.id === entry.user_id) ?? at.admin;
    if (at.random.chance(0.2)) await at.attempt(timeEntries.remove, { id }, { version, by });
    else {
      const input = { id, workedOn: at.day(), minutes: at.random.int(1, 200), billable: true };
      await at.attempt(timeEntries.edit, input, { version, by });
    }
  },
  bill: async (at) => {
    const task = await at.some<{ id: string }>(
      `select id from task where billing_rule <> 'fixed_fee' order by created_at, id`,
    );
    if (task === null) return;
    const [from = '', to = ''] = [at.random.chance(0.5) ? '2026-05-01' : at.day(), at.day()].toSorted();
    const amount = at.random.chance(0.4) ? at.random.int(1, 60_000) : null;
    const wanted = { id: uuidv7(), taskId: task.id, amount, reason: 'As agreed' };
    await at.attempt(unbilledHours.bill, { from, to, tasks: [wanted] });
  },
  release: async (at) => {
    const item = await at.some<{ id: string; version: number }>(
      `select id, version from pending_item where source = 'time' and status = 'open' order by created_at, id`,
    );
    if (item) await at.attempt(unbilledHours.release, { id: item.id }, item);
  },
  complete,
  bin: async (at) => {
    const task = await at.some<{ id: string; version: number }>(
      'select id, version from task where deleted_at is null order by created_at, id',
    );
    if (task) await at.attempt(tasks.remove, { id: task.id }, task);
  },
  writeItemOff: async (at) => {
    const source = at.random.pick(['time', 'task']);
    const find = () =>
      at.some<{ id: string; version: number }>(
        `select id, version from pending_item where status = 'open' and source = '${source}' order by created_at, id`,
      );
    let item = await find();
    // The fee of a finished task is rarely open, because it is invoiced soon.
    const mostTries = source === 'task' ? 3 : 0;
    for (let tries = 0; item === null && tries < mostTries; tries += 1) {
      await complete(at);
      item = await find();
    }
    if (item) await at.attempt(pendingInvoices.writeOff, { id: item.id, reason: 'Goodwill' }, item);
  },
} satisfies Record<string, Step>;
