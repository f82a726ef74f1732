import { uuidv7 } from 'uuidv7';
import { pendingInvoices } from '@daybook/contracts/billing/pending/pending-invoices';
import { tasks } from '@daybook/contracts/tasks/tasks/tasks';
import type { Documents } from './documents.ts';
import { attempt, dated, oneOf } from './step.ts';
import type { Command, Fixture, Dice } from './step.ts';

async function itemOf(fixture: Fixture, dice: Dice) {
  const { market, entityId } = fixture;
  return attempt(fixture, pendingInvoices.create, {
    entityId,
    clientId: market.clientIds[dice.invoice.clientAt % market.clientIds.length] ?? '',
    description: 'Advice',
    amount: dice.size,
    taxCodeId: market.taxCodeIds[0] ?? '',
    readyOn: dated(fixture, dice),
  });
}

const someItem = async (fixture: Fixture, { items }: Documents, dice: Dice, status = 'open') =>
  oneOf(items, (one) => one.status === status, dice) ?? (await itemOf(fixture, dice));

/** Pending items of one client. */
async function togetherOf(fixture: Fixture, documents: Documents, dice: Dice) {
  const item = await someItem(fixture, documents, dice);
  if (!item) return null;
  const clientId = 'clientId' in item ? item.clientId : item.client.id;
  const beside = documents.items.filter((one) => one.clientId === clientId && one.status === 'open');
  return { itemIds: [...new Set([item, ...(dice.isOther ? beside : [])].map(({ id }) => id))] };
}

/** A finished task, which is a pending item. */
async function workDone(fixture: Fixture, dice: Dice) {
  const { market, entityId } = fixture;
  const clientId = market.clientIds[dice.invoice.clientAt % market.clientIds.length] ?? '';
  const work = { title: 'Return', dueOn: fixture.day, assigneeIds: [fixture.writer.id], billable: true };
  const serviceId = market.serviceId;
  const input = { ...work, clientId, serviceId, billingEntityId: entityId, fee: dice.size };
  let task = await attempt(fixture, tasks.create, input);
  for (const to of ['in_progress', 'completed'] as const)
    task &&= await attempt(fixture, tasks.transition, { id: task.id, to }, task);
  return task;
}

/** Commands on pending items; nothing of theirs is in the ledger unless noted. */
export const pendingCommands: Record<string, Command> = {
  async item(fixture, _standing, dice) {
    await itemOf(fixture, dice);
    return null;
  },
  async editItem(fixture, documents, dice) {
    const item = await someItem(fixture, documents, dice);
    const edit = { description: 'Advice', amount: dice.size, reason: 'As agreed' };
    if (item) await attempt(fixture, pendingInvoices.edit, { ...edit, id: item.id }, item);
    return null;
  },
  async holdItem(fixture, documents, dice) {
    const item = await someItem(fixture, documents, dice, dice.isOther ? 'held' : 'open');
    const input = item && { id: item.id, held: item.status === 'open', reason: 'Not agreed yet' };
    if (input) await attempt(fixture, pendingInvoices.hold, input, item);
    return null;
  },
  /** Writing off a disbursement makes it an expense today. */
  async writeItemOff(fixture, documents, dice) {
    const item = await someItem(fixture, documents, dice);
    const input = item && { id: item.id, reason: 'Goodwill' };
    const today = new Date().toISOString().slice(0, 10);
    return input && (await attempt(fixture, pendingInvoices.writeOff, input, item)) && today;
  },
  async billItems(fixture, documents, dice) {
    const wanted = await togetherOf(fixture, documents, dice);
    if (!wanted) return null;
    const issueDate = dated(fixture, dice);
    const { itemIds } = wanted;
    const drafts = [{ id: uuidv7(), itemIds, clientId: dice.isOther ? fixture.market.clientIds[0] : null }];
    if (dice.pick % 2) await attempt(fixture, pendingInvoices.drafts, { issueDate, drafts });
    else await attempt(fixture, pendingInvoices.draft, { itemIds, issueDate });
    return null;
  },
  async appendItems(fixture, documents, dice) {
    const wanted = await togetherOf(fixture, documents, dice);
    const issueDate = dated(fixture, dice);
    const draft = wanted && (await attempt(fixture, pendingInvoices.draft, { ...wanted, issueDate }));
    const more = draft && (await itemOf(fixture, dice));
    if (more) await attempt(fixture, pendingInvoices.append, { id: draft.id, itemIds: [more.id] }, draft);
    return null;
  },
  async work(fixture, documents, dice) {
    const done = oneOf(documents.tasks, ({ status }) => status === 'completed', dice);
    const task = done ?? (await workDone(fixture, dice));
    if (task && dice.isOther)
      await attempt(fixture, pendingInvoices.ofTask, { id: task.id, issueDate: dated(fixture, dice) });
    if (task && !dice.isOther)
      await attempt(fixture, tasks.transition, { id: task.id, to: 'in_progress', reason: 'Wrong' }, task);
    return null;
  },
  async binWork(fixture, { tasks: all }, dice) {
    const task = oneOf(all, ({ status }) => status === 'completed', dice);
    if (task) await attempt(fixture, tasks.remove, { id: task.id }, task);
    return null;
  },
  /** A client that does not pay for the group leaves it or comes back. */
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
