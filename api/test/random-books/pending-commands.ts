import { uuidv7 } from 'uuidv7';
import { pendingInvoices } from '@daybook/contracts/billing/pending/pending-invoices';
import { tasks } from '@daybook/contracts/tasks/tasks/tasks';
import type { Standing } from './standing.ts';
import { attempt, dated, oneOf } from './step.ts';
import type { Command, Desk, Dice } from './step.ts';

async function itemOf(desk: Desk, dice: Dice) {
  const { market, entityId } = desk;
  return attempt(desk, pendingInvoices.create, {
    entityId,
    clientId: market.clientIds[dice.invoice.clientAt % market.clientIds.length] ?? '',
    description: 'Advice',
    amount: dice.size,
    taxCodeId: market.taxCodeIds[0] ?? '',
    readyOn: dated(desk, dice),
  });
}

const someItem = async (desk: Desk, { items }: Standing, dice: Dice, state = 'open') =>
  oneOf(items, (one) => one.state === state, dice) ?? (await itemOf(desk, dice));

/** Waiting items of one client. */
async function togetherOf(desk: Desk, standing: Standing, dice: Dice) {
  const item = await someItem(desk, standing, dice);
  if (!item) return null;
  const clientId = 'clientId' in item ? item.clientId : item.client.id;
  const beside = standing.items.filter((one) => one.clientId === clientId && one.state === 'open');
  return { itemIds: [...new Set([item, ...(dice.isOther ? beside : [])].map(({ id }) => id))] };
}

/** A finished task, which waits for its invoice. */
async function workDone(desk: Desk, dice: Dice) {
  const { market, entityId } = desk;
  const clientId = market.clientIds[dice.invoice.clientAt % market.clientIds.length] ?? '';
  const work = { title: 'Return', dueOn: desk.day, assigneeIds: [desk.writer.id], billable: true };
  const serviceId = market.serviceId;
  const input = { ...work, clientId, serviceId, billingEntityId: entityId, fee: dice.size };
  let task = await attempt(desk, tasks.create, input);
  for (const to of ['in_progress', 'completed'] as const)
    task &&= await attempt(desk, tasks.transition, { id: task.id, to }, task);
  return task;
}

/** What waits for its invoice; nothing of it is in the ledger. */
export const pendingCommands: Record<string, Command> = {
  async item(desk, _standing, dice) {
    await itemOf(desk, dice);
    return null;
  },
  async editItem(desk, standing, dice) {
    const item = await someItem(desk, standing, dice);
    const edit = { description: 'Advice', amount: dice.size, reason: 'As agreed' };
    if (item) await attempt(desk, pendingInvoices.edit, { ...edit, id: item.id }, item);
    return null;
  },
  async holdItem(desk, standing, dice) {
    const item = await someItem(desk, standing, dice, dice.isOther ? 'held' : 'open');
    const input = item && { id: item.id, held: item.state === 'open', reason: 'Not agreed yet' };
    if (input) await attempt(desk, pendingInvoices.hold, input, item);
    return null;
  },
  /** What was laid out for the client is an expense from today on. */
  async writeItemOff(desk, standing, dice) {
    const item = await someItem(desk, standing, dice);
    const input = item && { id: item.id, reason: 'Goodwill' };
    const today = new Date().toISOString().slice(0, 10);
    return input && (await attempt(desk, pendingInvoices.writeOff, input, item)) && today;
  },
  async billItems(desk, standing, dice) {
    const wanted = await togetherOf(desk, standing, dice);
    if (!wanted) return null;
    const issueDate = dated(desk, dice);
    const { itemIds } = wanted;
    const drafts = [{ id: uuidv7(), itemIds, clientId: dice.isOther ? desk.market.clientIds[0] : null }];
    if (dice.pick % 2) await attempt(desk, pendingInvoices.drafts, { issueDate, drafts });
    else await attempt(desk, pendingInvoices.draft, { itemIds, issueDate });
    return null;
  },
  async appendItems(desk, standing, dice) {
    const wanted = await togetherOf(desk, standing, dice);
    const issueDate = dated(desk, dice);
    const draft = wanted && (await attempt(desk, pendingInvoices.draft, { ...wanted, issueDate }));
    const more = draft && (await itemOf(desk, dice));
    if (more) await attempt(desk, pendingInvoices.append, { id: draft.id, itemIds: [more.id] }, draft);
    return null;
  },
  async work(desk, standing, dice) {
    const done = oneOf(standing.tasks, ({ status }) => status === 'completed', dice);
    const task = done ?? (await workDone(desk, dice));
    if (task && dice.isOther)
      await attempt(desk, pendingInvoices.ofTask, { id: task.id, issueDate: dated(desk, dice) });
    if (task && !dice.isOther)
      await attempt(desk, tasks.transition, { id: task.id, to: 'in_progress', reason: 'Wrong' }, task);
    return null;
  },
  async binWork(desk, { tasks: all }, dice) {
    const task = oneOf(all, ({ status }) => status === 'completed', dice);
    if (task) await attempt(desk, tasks.remove, { id: task.id }, task);
    return null;
  },
  /** A client who does not pay for the group leaves it, or comes back. */
  async regroup({ api, market }, _standing, { pick, isOther }) {
    const [payer, ...members] = market.clientIds;
    const member = members[pick % Math.max(1, members.length)];
    await api.ownerPool.query(
      'update client set group_id = case when $3 then payer.group_id end from client payer where client.id = $1 and payer.id = $2',
      [member ?? null, payer ?? null, isOther],
    );
    return null;
  },
};
