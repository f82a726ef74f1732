import { invoiceApprovals } from '@daybook/contracts/billing/invoices/invoice-approvals';
import { invoiceMails } from '@daybook/contracts/billing/invoices/invoice-mails';
import { invoiceReminders } from '@daybook/contracts/billing/invoices/invoice-reminders';
import { invoiceStatuses } from '@daybook/contracts/billing/invoices/invoice-record';
import type { Invoice } from '@daybook/contracts/billing/invoices/invoice-record';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { history } from '@daybook/contracts/history';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { writeOffs } from '@daybook/contracts/billing/settlement/write-offs';
import type { Endpoint } from '@daybook/contracts/endpoint';
import type { Permission } from '@daybook/contracts/permissions';
import { uuidv7 } from 'uuidv7';
import { openBillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import type { BillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import { oncePerName } from '../../../test/machine.ts';
import { allBut, startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';
import { requestOf } from '../../http/request-of.ts';

type Status = (typeof invoiceStatuses)[number];

let api: TestApi;
let writer: Caller;
/** A second person with every permission. */
let partner: Caller;
let fixture: BillingFixture;
/** A billing entity that requires approval. */
let strict: BillingFixture;

beforeAll(async () => {
  // No mail is sent here; the test only reads the outbox.
  api = await startTestApi(undefined, { SMTP_URL: 'smtp://127.0.0.1:1' });
  writer = await api.as({ userType: 'super_admin' });
  partner = await api.as({ userType: 'super_admin' });
  fixture = await openBillingFixture(api, writer);
  strict = await openBillingFixture(api, writer);
  await api.ownerPool.query('update billing_entity set invoice_approval = true where id = $1', [
    strict.entityId,
  ]);
});
afterAll(() => api.stop());

const day = '2026-05-01';
const fields = ({ entityId, clientId, taxCodeId }: BillingFixture) => ({
  entityId,
  clientId,
  issueDate: '2026-03-01',
  dueDate: '2026-03-31',
  currency: 'EUR',
  docLocale: 'en' as const,
  lines: [{ description: 'Annual accounts', qty: '1', unitPrice: '1', taxCodeId }],
});
const drafted = (at: BillingFixture) => writer.call(invoices.create, fields(at));
const waiting = async () => {
  const draft = await drafted(strict);
  return writer.call(invoiceApprovals.ask, { id: draft.id }, draft);
};
const settling = (id: string, amount: number) =>
  fixture.receipt(amount, { allocations: [{ invoiceId: id, amount }] });
const settled = async (amount: number) => {
  const { id } = await fixture.issued(100);
  await writer.call(receipts.create, settling(id, amount));
  return writer.call(invoices.open, { id });
};

/** How to bring an invoice of 100 to each status. */
const reach: Record<Status, () => Promise<Invoice>> = {
  draft: () => drafted(fixture),
  pending_approval: waiting,
  approved: async () => {
    const asked = await waiting();
    return partner.call(invoiceApprovals.approve, { id: asked.id }, asked);
  },
  issued: () => fixture.issued(100),
  part_paid: () => settled(40),
  paid: () => settled(100),
  written_off: async () => {
    const invoice = await settled(40);
    const input = { id: invoice.id, amount: 60, date: day, reason: 'Insolvent' };
    return writer.call(writeOffs.create, input, invoice);
  },
  void: async () => {
    const invoice = await fixture.issued(100);
    return writer.call(invoices.void, { id: invoice.id, voidDate: day, reason: 'Wrong' }, invoice);
  },
};

interface Command {
  key: Permission;
  endpoint: Endpoint;
  input: (invoice: Invoice) => object;
  /** The resulting status from each status; from any other, the command is refused with STATE_NOT_ALLOWED or as `codes` says. */
  edges: Partial<Record<Status, Status | 'gone'>>;
  codes?: Partial<Record<Status, string>>;
}

const stands = {
  issued: 'issued',
  part_paid: 'part_paid',
  paid: 'paid',
  written_off: 'written_off',
} as const;
const commands: Record<string, Command> = {
  edit: {
    key: 'invoices.edit',
    endpoint: invoices.edit,
    input: ({ entity, client }) => ({ ...fields(fixture), entityId: entity.id, clientId: client.id }),
    edges: { draft: 'draft', pending_approval: 'draft', approved: 'draft' },
  },
  remove: {
    key: 'invoices.delete',
    endpoint: invoices.remove,
    input: () => ({}),
    edges: { draft: 'gone', pending_approval: 'gone', approved: 'gone' },
  },
  approve: {
    key: 'invoices.add',
    endpoint: invoiceApprovals.approve,
    input: () => ({}),
    edges: { pending_approval: 'approved' },
  },
  sendBack: {
    key: 'invoices.add',
    endpoint: invoiceApprovals.sendBack,
    input: () => ({ reason: 'Wrong period' }),
    edges: { pending_approval: 'draft' },
  },
  issue: {
    key: 'invoices.add',
    endpoint: invoices.issue,
    input: () => ({}),
    edges: { draft: 'issued', approved: 'issued' },
    codes: { pending_approval: 'APPROVAL_REQUIRED' },
  },
  send: {
    key: 'invoices.edit',
    endpoint: invoiceMails.send,
    input: () => ({ nth: 1, sentTo: ['a@b.test'], subject: 'Invoice', body: 'Here it is.' }),
    edges: stands,
  },
  remind: {
    key: 'invoices.edit',
    endpoint: invoiceReminders.edit,
    input: () => ({ reminders: 'paused', remindersPausedUntil: '2199-12-31' }),
    edges: { ...stands, draft: 'draft', pending_approval: 'pending_approval', approved: 'approved' },
  },
  settle: {
    key: 'receipts.add',
    endpoint: receipts.create,
    input: ({ id, entity, client }) => ({
      ...settling(id, 60),
      entityId: entity.id,
      clientId: client.id,
    }),
    edges: { issued: 'part_paid', part_paid: 'paid' },
    codes: {
      draft: 'REFERENCE_UNKNOWN',
      pending_approval: 'REFERENCE_UNKNOWN',
      approved: 'REFERENCE_UNKNOWN',
      void: 'REFERENCE_UNKNOWN',
      paid: 'ALLOC_EXCEEDS_TARGET',
      written_off: 'ALLOC_EXCEEDS_TARGET',
    },
  },
  writeOff: {
    key: 'invoices.delete',
    endpoint: writeOffs.create,
    input: () => ({ amount: 60, date: day, reason: 'Insolvent' }),
    edges: { issued: 'part_paid', part_paid: 'written_off' },
  },
  takeBack: {
    key: 'invoices.delete',
    endpoint: writeOffs.takeBack,
    input: (invoice) => ({ writeOffId: invoice.writeOffs[0]?.id ?? uuidv7(), date: day }),
    edges: { written_off: 'part_paid' },
    codes: Object.fromEntries(invoiceStatuses.map((status) => [status, 'NOT_FOUND'])),
  },
  void: {
    key: 'invoices.delete',
    endpoint: invoices.void,
    input: () => ({ voidDate: day, reason: 'Wrong' }),
    edges: { issued: 'void' },
  },
};

const standingOf = async (id: string): Promise<string> => {
  const { rows } = await api.ownerPool.query<{ display_status: string }>(
    'select display_status from invoice_state where invoice_id = $1',
    [id],
  );
  return rows[0]?.display_status ?? 'gone';
};

/** Everything stored, to show that a refused command changed nothing. */
async function books(): Promise<unknown> {
  const { rows } = await api.ownerPool.query(
    `select (select count(*) from journal_entry) as entries, (select count(*) from document_number) as numbers,
       (select count(*) from allocation) as allocations, (select count(*) from write_off) as write_offs,
       (select count(*) from approval_step) as steps, (select count(*) from email_message) as mails,
       (select count(*) from notification) as notifications, (select count(*) from audit_event where entity <> 'refusal') as events,
       (select md5(string_agg(status::text, '|' order by invoice_id)) from invoice_state state) as statuses`,
  );
  return rows[0];
}

/** Runs the command and returns the resulting status or the refusal code; after a refusal, checks that nothing changed. */
async function tried(caller: Caller, { endpoint, input }: Command, invoice: Invoice): Promise<string> {
  const before = await books();
  const request = requestOf(
    endpoint,
    { ...(endpoint === receipts.create ? {} : { id: invoice.id }), ...input(invoice) },
    endpoint.versioned ? { version: invoice.version } : {},
  );
  const answer = await caller.inject(request);
  if (answer.statusCode === 200) return standingOf(invoice.id);
  expect(await books()).toEqual(before);
  return answer.json<{ code: string }>().code;
}

it('a pause of reminders is in the invoice’s history and the list’s filter, and leaves the version unchanged', async () => {
  const invoice = await fixture.issued(100);
  const pause = { id: invoice.id, reminders: 'paused' as const, remindersPausedUntil: '2026-12-31' };
  const paused = await writer.call(invoiceReminders.edit, pause);
  expect(paused).toMatchObject({ reminders: 'paused', version: invoice.version });
  const { rows } = await writer.call(invoices.list, {
    filter: { reminders: 'paused', entityId: fixture.entityId },
    sort: 'dueDate',
    pageSize: 100,
  });
  expect(rows.map(({ id }) => id)).toContain(invoice.id);
  const { events } = await writer.call(history.of, { kind: 'invoice', id: invoice.id });
  expect(events[0]?.changes).toContainEqual({
    field: 'reminders',
    before: { as: 'text', text: 'on' },
    after: { as: 'text', text: 'paused' },
  });
});

const refusedOn = oncePerName<Invoice>();
const someone = oncePerName<Caller>();

const pairs = invoiceStatuses.flatMap((from) => Object.keys(commands).map((name) => [from, name] as const));

it.each(pairs)('an invoice that is %s: %s', async (from, name) => {
  const command = commands[name];
  if (!command) throw new Error(`no command ${name}`);
  const isRefused = command.edges[from] === undefined;
  const invoice = await (isRefused ? refusedOn(from, reach[from]) : reach[from]());
  expect(invoice.status).toBe(from);
  const without = await someone(`without ${command.key}`, () =>
    api.as({ userType: 'manager', scope: 'all', keys: allBut(command.key) }),
  );
  expect(await tried(without, command, invoice)).toBe('PERM_DENIED');
  // Decisions on an approval are made by another person.
  const caller = command.endpoint.path.includes('approve') ? partner : writer;
  const expected = command.edges[from] ?? command.codes?.[from] ?? 'STATE_NOT_ALLOWED';
  expect(await tried(caller, command, invoice)).toBe(expected);
});
