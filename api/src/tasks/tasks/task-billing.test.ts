import { pendingInvoices } from '@daybook/contracts/billing/pending/pending-invoices';
import { uuidv7 } from 'uuidv7';
import { tasks } from '@daybook/contracts/tasks/tasks/tasks';
import { taskBulk } from '@daybook/contracts/tasks/tasks/task-bulk';
import { openTaskFixture, type TaskFixture } from '../../../test/fixtures/task-fixture.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';
import { json } from '../../db/database.ts';

let api: TestApi;
let admin: Caller;
let clientId: string;
let entityId: string;
let taxCodeId: string;
let make: TaskFixture['make'];
let walk: TaskFixture['walk'];

beforeAll(async () => {
  api = await startTestApi();
  ({ admin, clientId, entityId, taxCodeId, make, walk } = await openTaskFixture(api));
});
afterAll(() => api.stop());

const itemsOf = (taskId: string) =>
  api.db.selectFrom('pendingItem').selectAll().where('sourceId', '=', taskId).execute();

/** Whether the work of the client is billable. */
const setBillable = (billable: boolean) =>
  api.db.updateTable('client').set({ billable }).where('id', '=', clientId).execute();

/** Puts the task’s pending item on a draft invoice. */
async function billItemOf(taskId: string): Promise<void> {
  const invoiceId = uuidv7();
  await api.db
    .insertInto('invoice')
    .values({
      id: invoiceId,
      docKind: 'tax_invoice',
      entityId,
      clientId,
      issueDate: '2026-07-01',
      dueDate: '2026-07-31',
      currency: 'EUR',
      docLocale: 'fr',
      billTo: json({}),
      roundingMode: 'document_rate',
      roundingDir: 'half_up',
      roundTotalTo: 0,
    })
    .execute();
  await api.db
    .updateTable('pendingItem')
    .set({ status: 'invoiced', invoiceId })
    .where('sourceId', '=', taskId)
    .execute();
}

describe('completing billable work', () => {
  it('creates a pending item, and reopening removes it', async () => {
    const done = await walk(await make({ title: 'Comptes annuels' }), 'in_progress', 'completed');
    expect(done).toMatchObject({ billingStatus: 'pending' });
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Pacific/Kiritimati' }).format(new Date());
    expect(await itemsOf(done.id)).toMatchObject([
      {
        id: done.pendingItemId,
        status: 'open',
        clientId,
        entityId,
        currency: 'EUR',
        amount: 90_000,
        originalAmount: 90_000,
        description: 'Comptes annuels',
        taxCodeId,
        readyOn: today,
      },
    ]);
    const reopened = await walk(done, 'in_progress');
    expect(reopened).toMatchObject({ billingStatus: 'unbilled', pendingItemId: null, completedAt: null });
    expect(await itemsOf(done.id)).toEqual([]);
    await walk(reopened, 'completed');
    expect(await itemsOf(done.id)).toHaveLength(1);
  });

  it('creates a pending item again when the work is redone after a write-off', async () => {
    const done = await walk(await make(), 'in_progress', 'completed');
    const item = await admin.call(pendingInvoices.open, { id: done.pendingItemId ?? '' });
    await admin.call(
      pendingInvoices.writeOff,
      { id: item.id, reason: 'Within the yearly fee' },
      { version: item.version },
    );
    const reopened = await walk(await admin.call(tasks.open, { id: done.id }), 'in_progress');
    expect(await walk(reopened, 'completed')).toMatchObject({ billingStatus: 'pending' });
    expect(await itemsOf(done.id)).toMatchObject([{ status: 'open', amount: 90_000, reason: null }]);
  });

  it('keeps the write-off where nothing was redone: when restored from the bin, or by the undo of a bulk change', async () => {
    const done = await walk(await make(), 'in_progress', 'completed');
    const item = await admin.call(pendingInvoices.open, { id: done.pendingItemId ?? '' });
    const why = { id: item.id, reason: 'Within the yearly fee' };
    await admin.call(pendingInvoices.writeOff, why, { version: item.version });
    const writtenOff = [{ status: 'written_off', reason: why.reason }];

    const { version } = await admin.call(tasks.open, { id: done.id });
    const removed = await admin.call(tasks.remove, { id: done.id }, { version });
    const restored = await admin.call(tasks.restore, { id: done.id }, { version: removed.version });
    expect(await itemsOf(done.id)).toMatchObject(writtenOff);

    const reopen = { to: 'in_progress' as const, reason: 'By mistake' };
    const all = { tasks: [{ id: done.id, version: restored.version }], change: reopen };
    const [changed] = (await admin.call(taskBulk.change, all)).results;
    const back = { tasks: [{ id: done.id, version: changed?.version ?? 0 }] };
    expect((await admin.call(taskBulk.undo, back)).results).toMatchObject([{ outcome: 'changed' }]);
    expect(await itemsOf(done.id)).toMatchObject(writtenOff);
  });

  it('creates nothing for work that is not billable', async () => {
    const done = await walk(await make({ billable: false }), 'in_progress', 'completed');
    expect(done).toMatchObject({ billingStatus: 'non_billable', fee: null });
    expect(await itemsOf(done.id)).toEqual([]);
  });

  it('creates nothing for a client whose work is not billable, and leaves what was pending before', async () => {
    const before = await walk(await make(), 'in_progress', 'completed');
    const open = await make();
    await setBillable(false);
    const done = await walk(open, 'in_progress', 'completed');
    expect(done).toMatchObject({ billable: true, clientBillable: false, billingStatus: 'non_billable' });
    expect(await itemsOf(done.id)).toEqual([]);
    expect(await admin.call(tasks.open, { id: before.id })).toMatchObject({ billingStatus: 'pending' });
    expect(await itemsOf(before.id)).toMatchObject([{ status: 'open' }]);
    await billItemOf(before.id);

    // Work is billed by what holds when it is completed, so only work that is redone is pending again.
    await setBillable(true);
    expect(await itemsOf(done.id)).toEqual([]);
    await walk(await walk(await admin.call(tasks.open, { id: done.id }), 'in_progress'), 'completed');
    expect(await itemsOf(done.id)).toMatchObject([{ status: 'open' }]);
  });

  it('cannot be undone once it is invoiced', async () => {
    const done = await walk(await make(), 'in_progress', 'completed');
    await billItemOf(done.id);
    expect(done.moves).toMatchObject([{ name: 'reopen' }]);
    expect(await admin.call(tasks.open, { id: done.id })).toMatchObject({
      billingStatus: 'invoiced',
      moves: [],
    });
    const reopen = { id: done.id, to: 'in_progress', reason: 'Wrong year' } as const;
    expect(await admin.refused(tasks.transition, reopen, { version: done.version })).toMatchObject({
      httpStatus: 409,
      code: 'ALREADY_INVOICED',
    });
    expect(await admin.refused(tasks.remove, { id: done.id }, { version: done.version })).toMatchObject({
      code: 'ALREADY_INVOICED',
    });
    expect((await admin.call(tasks.open, { id: done.id })).status).toBe('completed');
  });

  it('creates one item for two requests at once', async () => {
    const task = await walk(await make(), 'in_progress');
    const answers = await Promise.allSettled(
      Array.from({ length: 6 }, () =>
        admin.call(tasks.transition, { id: task.id, to: 'completed' }, { version: task.version }),
      ),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await itemsOf(task.id)).toHaveLength(1);
  });

  it('leaves nothing half done when the connection dies between the two steps', async () => {
    const task = await walk(await make(), 'in_progress');
    await api.ownerPool.query(`
      create function die() returns trigger language plpgsql as
        $$ begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$;
      create trigger die after insert on pending_item for each row execute function die()`);
    const refused = await admin.refused(
      tasks.transition,
      { id: task.id, to: 'completed' },
      { version: task.version },
    );
    await api.ownerPool.query('drop trigger die on pending_item; drop function die');
    expect(refused).toMatchObject({ httpStatus: 503, code: 'UNAVAILABLE' });
    expect(await admin.call(tasks.open, { id: task.id })).toMatchObject({
      status: 'in_progress',
      version: task.version,
      billingStatus: 'unbilled',
    });
    expect(await itemsOf(task.id)).toEqual([]);
  });
});

describe('work that is billed by the hour', () => {
  it('has no fee and makes no pending item for one when it is completed', async () => {
    const byHours = await make({ billingRule: 'hours', fee: 90_000 });
    expect(byHours).toMatchObject({ billable: true, billingRule: 'hours', fee: null });
    const done = await walk(byHours, 'in_progress', 'completed');
    expect(done).toMatchObject({ billingStatus: 'unbilled', pendingItemId: null });
    expect(await itemsOf(done.id)).toEqual([]);
  });

  it('keeps an amount as the limit of the hours, which is required', async () => {
    const limited = await make({ billingRule: 'hours_to_limit', fee: 50_000 });
    expect(limited).toMatchObject({ billingRule: 'hours_to_limit', fee: 50_000 });
    expect(await itemsOf((await walk(limited, 'in_progress', 'completed')).id)).toEqual([]);
    const { errors } = await admin.refused(tasks.create, {
      title: 'Without a limit',
      clientId,
      dueOn: '2026-06-30',
      billable: true,
      billingEntityId: entityId,
      serviceId: limited.service?.id,
      billingRule: 'hours_to_limit',
    });
    expect(errors).toEqual({ fee: [expect.objectContaining({ code: 'REQUIRED' })] });
  });

  it('can be changed to a fee and back, and the database refuses hours with a fee', async () => {
    const { id, version, ...task } = await make({ billingRule: 'hours', fee: null });
    const fields = {
      id,
      title: task.title,
      clientId,
      dueOn: task.dueOn,
      serviceId: task.service?.id ?? null,
      billingEntityId: entityId,
      billable: true,
    };
    const withFee = { ...fields, billingRule: 'fixed_fee' as const, fee: 70_000 };
    expect(await admin.call(tasks.edit, withFee, { version })).toMatchObject({ fee: 70_000 });
    await expect(
      api.appPool.query(`update task set billing_rule = 'hours' where id = $1`, [id]),
    ).rejects.toMatchObject({ code: '23514', constraint: 'task_billed' });
    const again = { ...fields, billingRule: 'hours' as const };
    expect(await admin.call(tasks.edit, again, { version: version + 1 })).toMatchObject({ fee: null });
  });
});
