import { isDeepStrictEqual } from 'node:util';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { pendingInvoices, pendingStatuses } from '@daybook/contracts/billing/pending/pending-invoices';
import type { PendingItem, PendingStatus } from '@daybook/contracts/billing/pending/pending-invoices';
import type { Endpoint } from '@daybook/contracts/endpoint';
import { startBilling } from '../../../test/fixtures/billing-fixture.ts';
import type { BillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import { allBut } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';
import { requestOf } from '../../http/request-of.ts';

let api: TestApi;
let admin: Caller;
let fixture: BillingFixture;
/** People with every permission except the one that the command needs. */
let lacking: Record<'pending_invoices' | 'invoices.add' | 'invoices.edit', Caller>;

beforeAll(async () => {
  ({ api, admin, fixture } = await startBilling({ userType: 'super_admin' }));
  const without = (key: keyof typeof lacking) =>
    api.as({ userType: 'manager', scope: 'all', keys: allBut(key) });
  lacking = {
    pending_invoices: await without('pending_invoices'),
    'invoices.add': await without('invoices.add'),
    'invoices.edit': await without('invoices.edit'),
  };
});
afterAll(() => api.stop());

const day = '2026-03-01';
const make = (): Promise<PendingItem> =>
  admin.call(pendingInvoices.create, {
    clientId: fixture.clientId,
    entityId: fixture.entityId,
    description: 'Meeting with the bank',
    amount: 10_000,
    taxCodeId: fixture.taxCodeId,
    readyOn: day,
  });
const read = (id: string) => admin.call(pendingInvoices.open, { id });
const hold = ({ id, version }: PendingItem) =>
  admin.call(pendingInvoices.hold, { id, held: true, reason: 'The client asked' }, { version });
const writeOff = ({ id, version }: PendingItem) =>
  admin.call(pendingInvoices.writeOff, { id, reason: 'Goodwill' }, { version });

const reach: Record<PendingStatus, () => Promise<PendingItem>> = {
  open: make,
  held: async () => hold(await make()),
  written_off: async () => writeOff(await make()),
  invoiced: async () => {
    const { id } = await make();
    await admin.call(pendingInvoices.draft, { itemIds: [id], issueDate: day });
    return read(id);
  },
};

interface Move {
  endpoint: Endpoint;
  input: Record<string, unknown>;
  version?: number;
  key: keyof typeof lacking;
}
const ofItem =
  (endpoint: Endpoint, input: object) =>
  ({ id, version }: PendingItem): Move => ({
    endpoint,
    input: { id, ...input },
    version,
    key: 'pending_invoices',
  });
const commands: Record<string, (item: PendingItem) => Move | Promise<Move>> = {
  edit: ofItem(pendingInvoices.edit, { description: 'Two meetings', amount: 12_000, reason: 'A second one' }),
  hold: ofItem(pendingInvoices.hold, { held: true, reason: 'Later' }),
  release: ofItem(pendingInvoices.hold, { held: false }),
  writeOff: ofItem(pendingInvoices.writeOff, { reason: 'Goodwill' }),
  bill: ({ id }) => ({
    endpoint: pendingInvoices.draft,
    input: { itemIds: [id], issueDate: day },
    key: 'invoices.add',
  }),
  append: async ({ id }) => {
    const draft = await fixture.draft(100);
    return {
      endpoint: pendingInvoices.append,
      input: { id: draft.id, itemIds: [id] },
      version: draft.version,
      key: 'invoices.edit',
    };
  },
};
/** The status that each command leads to; every other command is refused. */
const edges: Record<PendingStatus, Record<string, PendingStatus>> = {
  open: { edit: 'open', hold: 'held', writeOff: 'written_off', bill: 'invoiced', append: 'invoiced' },
  held: { edit: 'held', release: 'open', writeOff: 'written_off' },
  invoiced: {},
  written_off: {},
};

/** Everything stored about the item and the documents, to show that a refused command changed nothing. */
async function standing({ id }: PendingItem): Promise<unknown> {
  const { rows } = await api.ownerPool.query(
    `select (select count(*) from invoice_line) as lines, (select sum(version) from invoice) as versions,
       (select count(*) from audit_event where entity <> 'refusal') as events, (select count(*) from journal_entry) as entries`,
  );
  return [rows[0], await read(id)];
}

const pairs = pendingStatuses.flatMap((from) => Object.keys(commands).map((name) => [from, name] as const));

describe('a pending item', () => {
  it.each(pairs)('that is %s: %s', async (from, name) => {
    const item = await reach[from]();
    expect(item.status).toBe(from);
    const move = await commands[name]?.(item);
    if (!move) throw new Error(`no command ${name}`);
    const { endpoint, input, version, key } = move;
    const request = requestOf(endpoint, input, version === undefined ? {} : { version });
    const before = await standing(item);

    const barred = await lacking[key].inject(request);
    expect([barred.statusCode, isDeepStrictEqual(await standing(item), before)]).toEqual([403, true]);

    const { statusCode } = await admin.inject(request);
    const isAsItWas = isDeepStrictEqual(await standing(item), before);
    const isRefused = [409, 422].includes(statusCode) && isAsItWas;
    const outcome = statusCode === 200 ? (await read(item.id)).status : isRefused && 'refused';
    expect(outcome).toBe(edges[from][name] ?? 'refused');
  });

  it('is pending again when its draft is deleted, and when its invoice is voided', async () => {
    const item = await make();
    const draft = await admin.call(pendingInvoices.draft, { itemIds: [item.id], issueDate: day });
    await admin.call(invoices.remove, { id: draft.id }, { version: draft.version });
    expect(await read(item.id)).toMatchObject({ status: 'open', invoiceId: null });
    const again = await admin.call(pendingInvoices.draft, { itemIds: [item.id], issueDate: day });
    const issued = await admin.call(invoices.issue, { id: again.id }, { version: again.version });
    await admin.call(
      invoices.void,
      { id: issued.id, reason: 'Wrong client', voidDate: day },
      { version: issued.version },
    );
    expect(await read(item.id)).toMatchObject({ status: 'open', invoiceId: null });
  });
});
