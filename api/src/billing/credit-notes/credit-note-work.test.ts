import { creditNotes } from '@daybook/contracts/billing/credit-notes/credit-notes';
import type { CreditNote } from '@daybook/contracts/billing/credit-notes/credit-note-record';
import { expenses } from '@daybook/contracts/billing/expenses/expenses';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import type { Invoice } from '@daybook/contracts/billing/invoices/invoice-record';
import { pendingInvoices } from '@daybook/contracts/billing/pending/pending-invoices';
import { writeOffs } from '@daybook/contracts/billing/settlement/write-offs';
import { clientGroups } from '@daybook/contracts/crm/client-groups/client-groups';
import { tasks } from '@daybook/contracts/tasks/tasks/tasks';
import { uuidv7 } from 'uuidv7';
import { creditOf } from '../../../test/fixtures/credit-fixture.ts';
import { openExpenseFixture } from '../../../test/fixtures/expense-fixture.ts';
import { makeClient } from '../../../test/fixtures/masters.ts';
import { openTaskFixture } from '../../../test/fixtures/task-fixture.ts';
import type { TaskFixture } from '../../../test/fixtures/task-fixture.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';
import { findBookFaults } from '../../books/book-findings.ts';

let api: TestApi;
let fixture: TaskFixture;
let admin: Caller;

beforeAll(async () => {
  api = await startTestApi();
  fixture = await openTaskFixture(api);
  ({ admin } = fixture);
});
afterAll(() => api.stop());

const issueDate = '2026-03-25';

async function billed(itemIds: string[]): Promise<Invoice> {
  const { id, version } = await admin.call(pendingInvoices.draft, { itemIds, issueDate });
  return admin.call(invoices.issue, { id }, { version });
}

async function credited(
  invoice: Invoice,
  amount: number,
  next: 'waits' | 'given_up' | null = null,
): Promise<CreditNote> {
  const of = { entityId: invoice.entity.id, clientId: invoice.client.id };
  const draft = await admin.call(creditNotes.create, creditOf(of, [[invoice, amount]]));
  const work = next ? [{ invoiceLineId: invoice.lines[0]?.id ?? '', next }] : [];
  return admin.call(creditNotes.issue, { id: draft.id, work }, { version: draft.version });
}

const undo = { voidDate: '2026-04-08', reason: 'Kept after all' };
const voided = ({ id, version }: CreditNote) => admin.call(creditNotes.void, { id, ...undo }, { version });
const refusedVoid = ({ id, version }: CreditNote) =>
  admin.refused(creditNotes.void, { id, ...undo }, { version });

const itemOf = async (id: string) =>
  (
    await api.ownerPool.query<{ status: string; invoice_id: string | null }>(
      'select status, invoice_id from pending_item where id = $1',
      [id],
    )
  ).rows[0];

async function doneTask() {
  const task = await fixture.walk(await fixture.make(), 'in_progress', 'completed');
  const invoice = await billed([task.pendingItemId ?? '']);
  return { task: await admin.call(tasks.open, { id: task.id }), invoice, itemId: task.pendingItemId ?? '' };
}

const manual = async (clientId = fixture.clientId) => {
  const item = { entityId: fixture.entityId, clientId, taxCodeId: fixture.taxCodeId, readyOn: '2026-03-01' };
  return admin.call(pendingInvoices.create, { ...item, description: 'Advice', amount: 90_000 });
};

afterEach(async () => expect(await findBookFaults(api.db)).toEqual([]));

describe('issuing a credit note for a line in full', () => {
  it('asks about the work of each line, and makes it pending again or gives it up', async () => {
    const { id: itemId } = await manual();
    const invoice = await billed([itemId]);
    const invoiceLineId = invoice.lines[0]?.id ?? '';
    const { id } = await admin.call(creditNotes.create, creditOf(fixture, [[invoice, 90_000]]));
    expect(await admin.call(creditNotes.beforeIssue, { id })).toEqual({
      work: [{ invoiceLineId, description: 'Advice', net: 90_000, next: 'given_up' }],
      writtenOff: [],
    });
    const note = await admin.call(
      creditNotes.issue,
      { id, work: [{ invoiceLineId, next: 'waits' }] },
      { version: 1 },
    );
    expect(note.lines).toMatchObject([{ work: 'waits', isReopened: true }]);
    expect(await itemOf(itemId)).toEqual({ status: 'open', invoice_id: null });
    expect((await admin.call(creditNotes.beforeIssue, { id })).work).toEqual([]);
  });

  it('gives the work up by default, so that its task can be reopened and completed again', async () => {
    const { task, invoice, itemId } = await doneTask();
    const note = await credited(invoice, 90_000);
    expect(note.lines).toMatchObject([{ work: 'given_up', isReopened: false }]);
    expect(await itemOf(itemId)).toEqual({ status: 'written_off', invoice_id: null });
    const anew = await fixture.walk(
      await admin.call(tasks.open, { id: task.id }),
      'in_progress',
      'completed',
    );
    expect(anew).toMatchObject({ billingStatus: 'pending' });
  });

  it('asks about the work even if another invoice is partly written off', async () => {
    const { id: itemId } = await manual();
    const invoice = await billed([itemId]);
    const loss = { id: invoice.id, amount: 30_000, date: '2026-04-01', reason: 'Insolvent' };
    await admin.call(writeOffs.create, loss, { version: invoice.version });
    const { id } = await admin.call(creditNotes.create, creditOf(fixture, [[invoice, 90_000]]));
    expect((await admin.call(creditNotes.beforeIssue, { id })).writtenOff).toEqual([
      { id: invoice.id, label: invoice.number },
    ]);
  });

  it('does not ask about the work of a line that is credited in part', async () => {
    const { invoice, itemId } = await doneTask();
    const { id } = await admin.call(creditNotes.create, creditOf(fixture, [[invoice, 89_999]]));
    expect((await admin.call(creditNotes.beforeIssue, { id })).work).toEqual([]);
    await admin.call(creditNotes.issue, { id }, { version: 1 });
    expect(await itemOf(itemId)).toEqual({ status: 'invoiced', invoice_id: invoice.id });
  });
});

describe('voiding a credit note', () => {
  it.each(['reopened', 'reopened and completed again', 'deleted'])(
    'is refused once the task was %s',
    async (what) => {
      const { task, invoice } = await doneTask();
      const note = await credited(invoice, 90_000, 'waits');
      const { version } = await admin.call(tasks.open, { id: task.id });
      if (what === 'deleted') await admin.call(tasks.remove, { id: task.id }, { version });
      else await fixture.walk({ ...task, version }, 'in_progress');
      if (what === 'reopened and completed again')
        await fixture.walk(await admin.call(tasks.open, { id: task.id }), 'completed');
      expect(await refusedVoid(note)).toMatchObject({ code: 'WORK_WITHDRAWN' });
    },
  );

  it('is refused for work that was given up, while its task is open again', async () => {
    const { task, invoice } = await doneTask();
    const note = await credited(invoice, 90_000, 'given_up');
    const open = await fixture.walk(await admin.call(tasks.open, { id: task.id }), 'in_progress');
    expect(await refusedVoid(note)).toMatchObject({ code: 'WORK_WITHDRAWN' });
    await fixture.walk(open, 'completed');
    await voided(note);
    expect(await admin.call(tasks.open, { id: task.id })).toMatchObject({ billingStatus: 'invoiced' });
  });

  it.each(['held', 'written off'])('bills again work that was %s in the meantime', async (how) => {
    const { id: itemId } = await manual();
    const invoice = await billed([itemId]);
    const note = await credited(invoice, 90_000, 'waits');
    const { version } = await admin.call(pendingInvoices.open, { id: itemId });
    const input = { id: itemId, reason: 'Not agreed' };
    if (how === 'held') await admin.call(pendingInvoices.hold, { ...input, held: true }, { version });
    else await admin.call(pendingInvoices.writeOff, input, { version });
    await voided(note);
    expect(await itemOf(itemId)).toEqual({ status: 'invoiced', invoice_id: invoice.id });
  });

  it('bills again the work of a client who has left the group', async () => {
    const [payer, member] = [
      await makeClient(api.db, { entityId: fixture.entityId, crmId: admin.id }),
      await makeClient(api.db, { entityId: fixture.entityId, crmId: admin.id }),
    ];
    const group = await admin.call(clientGroups.create, {
      name: uuidv7(),
      memberIds: [payer, member],
      payerClientId: payer,
    });
    const { id: itemId } = await manual(member);
    const drafts = [{ id: uuidv7(), itemIds: [itemId], clientId: payer }];
    await admin.call(pendingInvoices.drafts, { issueDate, drafts });
    const invoice = await admin.call(invoices.issue, { id: drafts[0]?.id ?? '' }, { version: 1 });
    const note = await credited(invoice, 90_000, 'waits');
    await api.db.updateTable('client').set({ groupId: null }).where('id', '=', member).execute();
    expect(group.id).not.toBe('');
    await voided(note);
    expect(await itemOf(itemId)).toEqual({ status: 'invoiced', invoice_id: invoice.id });
  });

  it('is refused while a later credit note has returned the work of the same line', async () => {
    const { id: itemId } = await manual();
    const invoice = await billed([itemId]);
    const part = await credited(invoice, 50_000);
    const rest = await credited(invoice, 40_000, 'waits');
    expect(await refusedVoid(part)).toMatchObject({
      code: 'WORK_GIVEN_BACK',
      params: { number: rest.number },
    });
    await voided(rest);
    await voided(part);
    expect(await itemOf(itemId)).toEqual({ status: 'invoiced', invoice_id: invoice.id });
  });

  it('cannot be dated after the void of its invoice', async () => {
    const { id: itemId } = await manual();
    const invoice = await billed([itemId]);
    await voided(await credited(invoice, 90_000, 'waits'));
    const { version } = await admin.call(invoices.open, { id: invoice.id });
    const early = { id: invoice.id, voidDate: '2026-04-07', reason: 'Wrong' };
    expect(await admin.refused(invoices.void, early, { version })).toMatchObject({
      errors: { voidDate: [{ code: 'DATE_TOO_EARLY', params: { earliest: undo.voidDate } }] },
    });
    await admin.call(invoices.void, { ...early, voidDate: undo.voidDate }, { version });
  });
});

/** A billed disbursement, and the loss that the ledger has for it. */
const laidOut = async () => {
  const fixtures = await openExpenseFixture(api);
  const charge = { clientId: fixtures.clientId, billable: true, pureAgent: true, taxCodeId: null };
  const expense = await fixtures.at('approved', charge);
  const { id: itemId } = await api.db
    .selectFrom('pendingItem')
    .select('id')
    .where('sourceId', '=', expense.id)
    .executeTakeFirstOrThrow();
  const invoice = await billed([itemId]);
  const loss = async () =>
    (
      await api.ownerPool.query<{ loss: string }>(
        `select coalesce(sum(debit - credit), 0) as loss from journal_line line
          join ledger_account account on account.id = line.account_id
        where account.system_key = 'bad_debt' and line.entity_id = $1`,
        [fixtures.entityId],
      )
    ).rows[0]?.loss;
  return { expense, approver: fixtures.approver, itemId, invoice, loss };
};

describe('a credited disbursement', () => {
  it('is a loss when it is given up; voiding the credit note reverses the loss, even repeatedly', async () => {
    const { invoice, itemId, loss } = await laidOut();
    for (const _time of [1, 2]) {
      const note = await credited(invoice, invoice.total, 'given_up');
      expect([await loss(), (await itemOf(itemId))?.status]).toEqual(['1210', 'written_off']);
      await voided(note);
      expect([await loss(), (await itemOf(itemId))?.status]).toEqual(['0', 'invoiced']);
    }
  });

  it('is not billed again once its expense was reversed', async () => {
    const { expense, approver, invoice, loss } = await laidOut();
    const note = await credited(invoice, invoice.total, 'given_up');
    const { version } = await approver.call(expenses.open, { id: expense.id });
    await approver.call(expenses.reverse, { id: expense.id, reason: 'Entered twice' }, { version });
    expect(await loss()).toBe('0');
    expect(await refusedVoid(note)).toMatchObject({ code: 'WORK_WITHDRAWN' });
  });
});

describe('two concurrent requests', () => {
  it('to void one credit note and to return the same work with another: one of them is refused', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id: itemId } = await manual();
      const invoice = await billed([itemId]);
      const part = await credited(invoice, 50_000);
      const draft = await admin.call(creditNotes.create, creditOf(fixture, [[invoice, 40_000]]));
      const work = [{ invoiceLineId: invoice.lines[0]?.id ?? '', next: 'waits' as const }];
      await Promise.allSettled([
        voided(part),
        admin.call(creditNotes.issue, { id: draft.id, work }, { version: 1 }),
      ]);
      const { rows } = await api.ownerPool.query<{ left: string; status: string }>(
        `select line.net - coalesce((select sum(amount) from credited_line where invoice_line_id = line.id), 0) as left, item.status
        from invoice_line line join pending_item item on item.id = line.pending_item_id where line.invoice_id = $1`,
        [invoice.id],
      );
      expect([
        { left: '0', status: 'open' },
        { left: '50000', status: 'invoiced' },
      ]).toContainEqual(rows[0]);
    }
  });

  it('to reopen the task and to void the credit note never leave the work billed while its task is open', async () => {
    for (const next of ['waits', 'given_up'] as const) {
      const { task, invoice } = await doneTask();
      const note = await credited(invoice, 90_000, next);
      const { version } = await admin.call(tasks.open, { id: task.id });
      await Promise.allSettled([
        voided(note),
        admin.call(tasks.transition, { id: task.id, to: 'in_progress', reason: 'Wrong' }, { version }),
      ]);
      const { status } = await admin.call(tasks.open, { id: task.id });
      const isVoid = (await admin.call(creditNotes.open, { id: note.id })).status === 'void';
      expect([status, isVoid]).toEqual(isVoid ? ['completed', true] : ['in_progress', false]);
    }
  });
});
