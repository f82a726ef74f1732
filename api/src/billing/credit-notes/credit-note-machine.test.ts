import { isDeepStrictEqual } from 'node:util';
import { creditNoteStatuses } from '@daybook/contracts/billing/credit-notes/credit-note-record';
import { creditNotes } from '@daybook/contracts/billing/credit-notes/credit-notes';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import type { Endpoint } from '@daybook/contracts/endpoint';
import type { Permission } from '@daybook/contracts/permissions';
import { openBillingFixture, startBilling } from '../../../test/fixtures/billing-fixture.ts';
import type { BillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import { creditOf, issuedCredit } from '../../../test/fixtures/credit-fixture.ts';
import { oncePerName } from '../../../test/machine.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';
import { requestOf } from '../../http/request-of.ts';

let api: TestApi;
let admin: Caller;
let fixture: BillingFixture;

beforeAll(async () => {
  ({ api, admin, fixture } = await startBilling({ userType: 'super_admin' }));
});
afterAll(() => api.stop());

type Status = (typeof creditNoteStatuses)[number];
const day = '2026-05-01';

/** Everything stored in ledger and numbers, to show that a refused command changed nothing. */
async function books(id: string): Promise<unknown> {
  const { rows } = await api.ownerPool.query(
    `select (select count(*) from journal_entry) as entries, (select count(*) from document_number) as numbers,
       (select count(*) from allocation where reversed_at is null) as live, (select count(*) from audit_event where entity <> 'refusal') as events,
       (select status from credit_note_state where id = $1) as status`,
    [id],
  );
  return rows[0];
}

const statusOf = async (id: string): Promise<string> =>
  (await api.ownerPool.query<{ status: string }>('select status from credit_note_state where id = $1', [id]))
    .rows[0]?.status ?? 'gone';

const drafted = async () =>
  admin.call(creditNotes.create, creditOf(fixture, [[await fixture.issued(100), 100]]));
const issued = async () => issuedCredit(admin, creditOf(fixture, [[await fixture.issued(100), 100]]));
const applying = async (amount: number) => [{ invoiceId: (await fixture.issued(100)).id, amount }];
const refunding = (id: string, amount: number) => ({ id, date: day, amount, mode: 'bank' as const });

const reach: Record<Status, () => Promise<string>> = {
  draft: async () => (await drafted()).id,
  issued: async () => (await issued()).id,
  part_applied: async () => {
    const { id } = await issued();
    await admin.call(creditNotes.allocate, { id, date: day, allocations: await applying(40) });
    return id;
  },
  applied: async () => {
    const { id } = await issued();
    await admin.call(creditNotes.allocate, { id, date: day, allocations: await applying(100) });
    return id;
  },
  refunded: async () => {
    const { id } = await issued();
    await admin.call(creditNotes.refund, refunding(id, 100));
    return id;
  },
  void: async () => {
    const { id, version } = await issued();
    await admin.call(creditNotes.void, { id, voidDate: day, reason: 'Wrong' }, { version });
    return id;
  },
};

interface Move {
  endpoint: Endpoint;
  input: Record<string, unknown>;
}

const moves: Record<string, (id: string) => Promise<Move>> = {
  edit: async (id) => ({
    endpoint: creditNotes.edit,
    input: { id, ...creditOf(fixture, [[await fixture.issued(100), 60]]) },
  }),
  remove: async (id) => ({ endpoint: creditNotes.remove, input: { id } }),
  issue: async (id) => ({ endpoint: creditNotes.issue, input: { id } }),
  allocate: async (id) => ({
    endpoint: creditNotes.allocate,
    input: { id, date: day, allocations: await applying(60) },
  }),
  unallocate: async (id) => {
    const { allocations } = await admin.call(creditNotes.open, { id });
    const allocationId = allocations[0]?.id ?? '018f0000-0000-7000-8000-000000000000';
    return { endpoint: creditNotes.unallocate, input: { id, date: day, allocationId } };
  },
  refund: async (id) => ({ endpoint: creditNotes.refund, input: refunding(id, 60) }),
  takeBackRefund: async (id) => {
    const { refunds } = await admin.call(creditNotes.open, { id });
    const refundId = refunds[0]?.id ?? '018f0000-0000-7000-8000-000000000000';
    const input = { id, refundId, date: day, reason: 'Wrong' };
    return { endpoint: creditNotes.takeBackRefund, input };
  },
  void: async (id) => ({ endpoint: creditNotes.void, input: { id, voidDate: day, reason: 'Wrong' } }),
};

/** Every move that is not listed here is refused (docs/rules.md#state-machines). */
const edges: Record<Status, Record<string, string>> = {
  draft: { edit: 'draft', remove: 'gone', issue: 'issued' },
  issued: { allocate: 'part_applied', refund: 'part_applied', void: 'void' },
  part_applied: { allocate: 'applied', unallocate: 'issued', refund: 'applied' },
  applied: { unallocate: 'issued' },
  refunded: { takeBackRefund: 'issued' },
  void: {},
};

const pairs = creditNoteStatuses.flatMap((from) => Object.keys(moves).map((move) => [from, move] as const));

const versionFor = async (id: string, { endpoint }: Move) =>
  endpoint.versioned ? { version: (await admin.call(creditNotes.open, { id })).version } : {};

const refusedOn = oncePerName<string>();

describe('a credit note', () => {
  it.each(pairs)('that is %s: %s', async (from, name) => {
    const id = await (edges[from][name] === undefined ? refusedOn(from, reach[from]) : reach[from]());
    expect(await statusOf(id)).toBe(from);
    const move = await moves[name]?.(id);
    if (!move) throw new Error(`no move ${name}`);
    const before = await books(id);
    const request = requestOf(move.endpoint, move.input, await versionFor(id, move));
    const { statusCode } = await admin.inject(request);
    const isDone = statusCode === 200;
    const isAsItWas = [404, 409, 422].includes(statusCode) && isDeepStrictEqual(await books(id), before);
    const outcome = isAsItWas ? 'refused' : `refused with ${statusCode}, but moved`;
    expect(isDone ? await statusOf(id) : outcome).toBe(edges[from][name] ?? 'refused');
  });

  const keys: Record<string, Permission | null> = {
    edit: 'credit_notes.edit',
    remove: 'credit_notes.edit',
    issue: 'credit_notes.add',
    allocate: 'credit_notes.edit',
    unallocate: 'credit_notes.edit',
    refund: 'credit_notes.edit',
    // Only admins may do this.
    takeBackRefund: null,
    void: null,
  };
  it.each(Object.entries(keys))(
    'is refused to somebody with only the other of two permissions: %s',
    async (name, key) => {
      const others = (['credit_notes.add', 'credit_notes.edit'] as const).filter((one) => one !== key);
      const clerk = await api.as({ userType: 'manager', scope: 'all', keys: others });
      const id = await reach[name === 'edit' || name === 'remove' || name === 'issue' ? 'draft' : 'issued']();
      const move = await moves[name]?.(id);
      if (!move) throw new Error(`no move ${name}`);
      const before = await books(id);
      const refused = await clerk.refused(move.endpoint, move.input, await versionFor(id, move));
      expect(refused.code).toBe('PERM_DENIED');
      expect(await books(id)).toEqual(before);
      expect((await clerk.call(creditNotes.open, { id })).id).toBe(id);
    },
  );

  it('can be edited and deleted while it is a draft', async () => {
    const invoice = await fixture.issued(1000);
    const draft = await admin.call(creditNotes.create, creditOf(fixture, [[invoice, 100]]));
    const { id } = draft;
    const edited = await admin.call(
      creditNotes.edit,
      { id, ...creditOf(fixture, [[invoice, 250]]) },
      { version: 1 },
    );
    expect(edited).toMatchObject({ total: 250, version: 2, status: 'draft', number: '' });
    expect(await admin.refused(creditNotes.remove, { id }, { version: 1 })).toMatchObject({
      httpStatus: 412,
    });
    await admin.call(creditNotes.remove, { id }, { version: 2 });
    expect(await admin.refused(creditNotes.open, { id })).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('proposes to settle each invoice with the amount credited on it, and other invoices with the remainder', async () => {
    const own = await openBillingFixture(api, admin, { entityId: fixture.entityId });
    const [first, second] = [await own.issued(1000, { dueDate: '2026-06-30' }), await own.issued(1000)];
    const third = await own.issued(1000, { dueDate: '2026-07-31' });
    // The credit note gives back 700 and 1,000, but only 600 of the second invoice is open. The other 400 go to open amounts.
    const payment = own.receipt(400, { allocations: [{ invoiceId: second.id, amount: 400 }] });
    await admin.call(receipts.create, payment);
    const { id } = await issuedCredit(
      admin,
      creditOf(own, [
        [first, 700],
        [second, 1000],
      ]),
    );
    const rows = await admin.call(creditNotes.openInvoices, { id });
    expect(rows.map((row) => [row.id, row.proposed])).toEqual([
      [second.id, 600],
      [first.id, 1000],
      [third.id, 100],
    ]);
  });

  it('proposes the invoices that it credits before older ones', async () => {
    const own = await openBillingFixture(api, admin, { entityId: fixture.entityId });
    const [oldest, credited] = [await own.issued(100), await own.issued(100, { dueDate: '2026-06-30' })];
    const { id } = await issuedCredit(admin, creditOf(own, [[credited, 100]]));
    const rows = await admin.call(creditNotes.openInvoices, { id });
    expect(rows.map((row) => [row.id, row.proposed])).toEqual([
      [credited.id, 100],
      [oldest.id, 0],
    ]);
  });
});
