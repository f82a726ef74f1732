import { uuidv7 } from 'uuidv7';
import type { Invoice } from '@daybook/contracts/billing/invoices/invoice-record';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { openingBalances } from '@daybook/contracts/billing/opening-balances/opening-balances';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { writeOffs } from '@daybook/contracts/billing/settlement/write-offs';
import { clientGroups } from '@daybook/contracts/crm/client-groups/client-groups';
import { clients } from '@daybook/contracts/crm/clients/clients';
import { openBillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import type { BillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import { makeClient } from '../../../test/fixtures/masters.ts';
import { triedBy } from '../../../test/machine.ts';
import type { Move } from '../../../test/machine.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';

// docs/rules.md#state-machines: records with a status apart from that of their document. Every status × command is
// tried, with and without permission.

let api: TestApi;
let admin: Caller;
let people: Record<'able' | 'barred', Caller>;
let fixture: BillingFixture;

beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({ userType: 'super_admin' });
  const keys = ['invoices.view', 'receipts.view', 'clients.view'] as const;
  people = { able: admin, barred: await api.as({ userType: 'manager', scope: 'all', keys: [...keys] }) };
});
beforeEach(async () => {
  fixture = await openBillingFixture(api, admin);
});
afterAll(() => api.stop());

const day = '2026-05-01';
const settling = (invoiceId: string, amount: number, more: object = {}) =>
  fixture.receipt(amount, { allocations: [{ invoiceId, amount }], ...more });
const now = (id: string) => admin.call(invoices.open, { id });
const crossed = <From extends string, To extends string>(statuses: readonly From[], moves: readonly To[]) =>
  statuses.flatMap((status) => moves.map((move) => [status, move] as const));
const keysOf = <Key extends string>(of: Record<Key, unknown>) => Object.keys(of) as Key[];

const giveUp = async (invoice: Invoice, amount: number) =>
  admin.call(writeOffs.create, { id: invoice.id, amount, date: day, reason: 'Insolvent' }, invoice);
const takeBack = ({ id, writeOffs: made }: Invoice): Move => ({
  endpoint: writeOffs.takeBack,
  input: { id, writeOffId: made[0]?.id ?? uuidv7(), date: day },
});

describe('a write-off of an invoice of 100', () => {
  const reach = {
    nothing: () => fixture.issued(100),
    'a part': async () => giveUp(await fixture.issued(100), 40),
    'what a payment left': async () => {
      const invoice = await fixture.issued(100);
      await admin.call(receipts.create, settling(invoice.id, 40));
      return giveUp(invoice, 60);
    },
    'a part before a payment': async () => {
      const invoice = await giveUp(await fixture.issued(100), 40);
      await admin.call(receipts.create, settling(invoice.id, 60, { receiptDate: day }));
      return now(invoice.id);
    },
    'a part, taken back': async () => {
      const invoice = await giveUp(await fixture.issued(100), 40);
      return admin.call(
        writeOffs.takeBack,
        { id: invoice.id, writeOffId: invoice.writeOffs[0]?.id ?? '', date: day },
        invoice,
      );
    },
  };
  const moves: Record<'more' | 'take back' | 'void', (invoice: Invoice) => Move> = {
    more: ({ id }) => ({
      endpoint: writeOffs.create,
      input: { id, amount: 10, date: day, reason: 'Insolvent' },
    }),
    'take back': takeBack,
    void: ({ id }) => ({ endpoint: invoices.void, input: { id, voidDate: day, reason: 'Wrong' } }),
  };
  const edges: Record<keyof typeof reach, Partial<Record<keyof typeof moves, string>>> = {
    nothing: { more: 'part_paid', 'take back': 'NOT_FOUND', void: 'void' },
    'a part': { more: 'part_paid', 'take back': 'issued' },
    'what a payment left': { 'take back': 'part_paid' },
    'a part before a payment': { 'take back': 'part_paid' },
    'a part, taken back': { more: 'part_paid', void: 'void' },
  };

  it.each(crossed(keysOf(reach), keysOf(moves)))('%s: %s', async (from, name) => {
    const invoice = await reach[from]();
    const outcome = await triedBy(api, people, { ...moves[name](invoice), version: invoice.version });
    const led = outcome === 'done' ? (await now(invoice.id)).status : outcome;
    expect(led).toBe(edges[from][name] ?? 'STATE_NOT_ALLOWED');
  });
});

const paidOnce = async (id: string) => {
  const receipt = await admin.call(receipts.create, settling(id, 10_000));
  return { id: receipt.id, allocationId: receipt.allocations[0]?.id ?? '' };
};

describe('an opening balance of 100', () => {
  let code: string;
  beforeEach(async () => {
    code = (await admin.call(clients.open, { id: fixture.clientId })).code;
    await admin.call(openingBalances.cutOver, { id: fixture.entityId, cutOverOn: '2026-03-31' });
  });
  const row = (amount: string) => ({
    client: code,
    number: 'A-1',
    date: '2026-01-15',
    dueDate: '2026-02-14',
    amount,
  });
  const bring = async (amount: string): Promise<string> => {
    await admin.call(openingBalances.bring, { entityId: fixture.entityId, rows: [row(amount)] });
    const { rows } = await admin.call(openingBalances.list, { filter: { entityId: fixture.entityId } });
    return rows[0]?.id ?? '';
  };
  /** Each returns the id of the document; `none` returns an id that does not exist. */
  const reach = {
    none: async () => uuidv7(),
    owed: () => bring('100'),
    settled: async () => {
      const id = await bring('100');
      await paidOnce(id);
      return id;
    },
    'settled for a while': async () => {
      const id = await bring('100');
      await admin.call(receipts.unallocate, { ...(await paidOnce(id)), date: day });
      return id;
    },
    'taken back': async () => {
      const id = await bring('100');
      await admin.call(openingBalances.takeBack, { id, reason: 'Wrong' });
      return id;
    },
    locked: async () => {
      const id = await bring('100');
      await admin.call(openingBalances.lock, { entityId: fixture.entityId });
      return id;
    },
  };
  const bringing = (amount: string) => (): Move => ({
    endpoint: openingBalances.bring,
    input: { entityId: fixture.entityId, rows: [row(amount)] },
  });
  const moves = {
    'bring the same': bringing('100'),
    'bring another': bringing('120'),
    'take back': (id: string): Move => ({
      endpoint: openingBalances.takeBack,
      input: { id, reason: 'Wrong' },
    }),
    lock: (): Move => ({
      endpoint: openingBalances.lock,
      input: { entityId: fixture.entityId, clientId: fixture.clientId },
    }),
    unlock: (): Move => ({
      endpoint: openingBalances.unlock,
      input: { clientId: fixture.clientId, reason: 'One more' },
    }),
    void: (id: string): Move => ({
      endpoint: invoices.void,
      input: { id, voidDate: '2026-03-31', reason: 'Wrong' },
      version: 1,
    }),
    settle: (id: string): Move => ({ endpoint: receipts.create, input: settling(id, 1_000) }),
  };
  const gone = { 'take back': 'NOT_FOUND', lock: 'NOT_FOUND', settle: 'REFERENCE_UNKNOWN' };
  const settled = { 'bring another': 'OPENING_SETTLED', 'take back': 'OPENING_SETTLED' };
  // Only documents of Daybook can be voided, and only a locked client can be unlocked.
  const others = { unlock: 'STATE_NOT_ALLOWED', void: 'STATE_NOT_ALLOWED' };
  const edges: Record<keyof typeof reach, Partial<Record<keyof typeof moves, string>>> = {
    none: { ...others, ...gone, void: 'NOT_FOUND' },
    owed: others,
    settled: { ...others, ...settled, settle: 'ALLOC_EXCEEDS_TARGET' },
    'settled for a while': { ...others, ...settled },
    'taken back': { ...others, ...gone },
    locked: {
      void: 'STATE_NOT_ALLOWED',
      'bring another': 'OPENING_LOCKED',
      'take back': 'OPENING_LOCKED',
    },
  };

  it.each(crossed(keysOf(reach), keysOf(moves)))('that is %s: %s', async (from, name) => {
    const id = await reach[from]();
    expect(await triedBy(api, people, moves[name](id))).toBe(edges[from][name] ?? 'done');
  });
});

interface Pair {
  invoice: Invoice;
  /** The client of the receipt. */
  payer: string;
  receiptId: string;
  allocationId: string;
}
const grouped = async (payerClientId: string, memberIds: string[]) =>
  admin.call(clientGroups.create, { name: uuidv7(), memberIds, payerClientId });
const stranger = () => makeClient(api.db, { entityId: fixture.entityId, crmId: admin.id });
const paidBy = async (payer: string, invoice: Invoice, settles: number): Promise<Pair> => {
  const allocations = settles > 0 ? [{ invoiceId: invoice.id, amount: settles }] : [];
  const receipt = await admin.call(receipts.create, fixture.receipt(100, { clientId: payer, allocations }));
  return { invoice, payer, receiptId: receipt.id, allocationId: receipt.allocations[0]?.id ?? uuidv7() };
};

describe('a receipt for an invoice of another client', () => {
  const reach = {
    'of the same group, paid by its payer': async () => {
      const payer = await stranger();
      await grouped(payer, [payer, fixture.clientId]);
      return paidBy(payer, await fixture.issued(100), 40);
    },
    'of the payer, paid by another of the group': async () => {
      const payer = await stranger();
      await grouped(fixture.clientId, [payer, fixture.clientId]);
      return paidBy(payer, await fixture.issued(100), 0);
    },
    'that has left the group': async () => {
      const payer = await stranger();
      const group = await grouped(payer, [payer, fixture.clientId]);
      const pair = await paidBy(payer, await fixture.issued(100), 40);
      const alone = { id: group.id, name: group.name, memberIds: [payer], payerClientId: payer };
      await admin.call(clientGroups.edit, alone, group);
      return pair;
    },
    'of no group': async () => paidBy(await stranger(), await fixture.issued(100), 0),
  };
  const moves = {
    receive: ({ payer, invoice }: Pair): Move => ({
      endpoint: receipts.create,
      input: settling(invoice.id, 10, { clientId: payer }),
    }),
    allocate: ({ receiptId, invoice }: Pair): Move => ({
      endpoint: receipts.allocate,
      input: { id: receiptId, date: day, allocations: [{ invoiceId: invoice.id, amount: 10 }] },
    }),
    unallocate: ({ receiptId, allocationId }: Pair): Move => ({
      endpoint: receipts.unallocate,
      input: { id: receiptId, allocationId, date: day },
    }),
    reverse: ({ receiptId }: Pair): Move => ({
      endpoint: receipts.reverse,
      input: { id: receiptId, date: day, reason: 'Recalled', bounced: false },
    }),
  };
  const unknown = { receive: 'REFERENCE_UNKNOWN', allocate: 'REFERENCE_UNKNOWN' };
  const edges: Record<keyof typeof reach, Partial<Record<keyof typeof moves, string>>> = {
    'of the same group, paid by its payer': {},
    'of the payer, paid by another of the group': { ...unknown, unallocate: 'NOT_FOUND' },
    'that has left the group': unknown,
    'of no group': { ...unknown, unallocate: 'NOT_FOUND' },
  };

  it.each(crossed(keysOf(reach), keysOf(moves)))('%s: %s', async (from, name) => {
    const pair = await reach[from]();
    expect(await triedBy(api, people, moves[name](pair))).toBe(edges[from][name] ?? 'done');
  });
});
