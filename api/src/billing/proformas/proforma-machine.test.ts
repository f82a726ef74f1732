import { history } from '@daybook/contracts/history';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import type { Invoice } from '@daybook/contracts/billing/invoices/invoice-record';
import { proformaMails, proformas } from '@daybook/contracts/billing/proformas/proformas';
import type { Endpoint } from '@daybook/contracts/endpoint';
import type { Permission } from '@daybook/contracts/permissions';
import { startBilling } from '../../../test/fixtures/billing-fixture.ts';
import type { BillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import { makeClient } from '../../../test/fixtures/masters.ts';
import { letter, proformasAt, validUntil } from '../../../test/fixtures/proforma-fixture.ts';
import type { Proposed } from '../../../test/fixtures/proforma-fixture.ts';
import { allBut } from '../../../test/test-api.ts';
import type { Caller, Refused, TestApi } from '../../../test/test-api.ts';
import { findBookFaults } from '../../books/book-findings.ts';
import { requestOf } from '../../http/request-of.ts';

let api: TestApi;
let admin: Caller;
let fixture: BillingFixture;

beforeAll(async () => {
  // No mail is sent here; the test only reads the outbox.
  ({ api, admin, fixture } = await startBilling(
    { userType: 'super_admin' },
    { SMTP_URL: 'smtp://127.0.0.1:1' },
  ));
});
afterAll(() => api.stop());

const issue: ReturnType<typeof proformasAt>['issue'] = (...given) =>
  proformasAt(api, admin, fixture).issue(...given);
const made = () => proformasAt(api, admin, fixture).made();
const lapse = (id: string) => proformasAt(api, admin, fixture).lapse(id);
const openAgain = ({ id }: { id: string }) => admin.call(proformas.open, { id });

type Standing = 'issued' | 'replaced' | 'lapsed' | 'withdrawn' | 'converted' | 'let go';

/** How to bring a proforma to each status; `replaced`, `lapsed` and `withdrawn` are three ways to expire. */
const reach: Record<Standing, () => Promise<Proposed>> = {
  issued: made,
  async replaced() {
    const at = await made();
    await issue(at.draft);
    return at;
  },
  async lapsed() {
    const at = await made();
    await lapse(at.proforma.id);
    return at;
  },
  async withdrawn() {
    const at = await made();
    await admin.call(invoices.remove, { id: at.draft.id }, at.draft);
    return at;
  },
  async converted() {
    const at = await made();
    await admin.call(invoices.issue, { id: at.draft.id }, at.draft);
    return at;
  },
  async 'let go'() {
    const at = await reach.converted();
    await voided(at.draft);
    return at;
  },
};

async function voided({ id }: Pick<Invoice, 'id'>): Promise<void> {
  const { version, issueDate } = await admin.call(invoices.open, { id });
  await admin.call(invoices.void, { id, voidDate: issueDate, reason: 'Wrong client number' }, { version });
}

/** The input of a draft like the first one, for the same proforma. */
const again = (proformaId: string, { lines, notes: _notes, ...draft }: Invoice) => ({
  entityId: draft.entity.id,
  clientId: draft.client.id,
  issueDate: draft.issueDate,
  dueDate: draft.dueDate,
  currency: draft.currency,
  docLocale: draft.docLocale,
  lines: lines.map(({ description, qty, unitPrice }) => ({
    description,
    qty,
    unitPrice,
    taxCodeId: fixture.taxCodeId,
  })),
  proformaId,
});

interface Command {
  key: Permission;
  endpoint: Endpoint;
  input: (at: Proposed) => object;
  /** The resulting status of the proforma, or the refusal code. */
  outcome: Record<Standing, string>;
}

const issued = {
  withdrawn: 'NOT_FOUND',
  converted: 'STATE_NOT_ALLOWED',
  'let go': 'STATE_NOT_ALLOWED',
} as const;
const ended = { replaced: 'expired', lapsed: 'expired' } as const;
const commands: Record<string, Command> = {
  send: {
    key: 'invoices.edit',
    endpoint: proformaMails.send,
    input: ({ proforma }) => letter(proforma.id),
    outcome: {
      issued: 'issued',
      replaced: 'STATE_NOT_ALLOWED',
      lapsed: 'STATE_NOT_ALLOWED',
      withdrawn: 'STATE_NOT_ALLOWED',
      converted: 'STATE_NOT_ALLOWED',
      'let go': 'issued',
    },
  },
  'another proforma of the draft': {
    key: 'invoices.add',
    endpoint: proformas.issue,
    input: ({ draft: { id } }) => ({ id, validUntil }),
    outcome: { ...ended, ...issued, issued: 'expired' },
  },
  'the issue of the invoice': {
    key: 'invoices.add',
    endpoint: invoices.issue,
    input: ({ draft: { id } }) => ({ id }),
    outcome: { ...ended, ...issued, issued: 'converted' },
  },
  'the deletion of the draft': {
    key: 'invoices.delete',
    endpoint: invoices.remove,
    input: ({ draft: { id } }) => ({ id }),
    outcome: { ...ended, ...issued, issued: 'expired' },
  },
  'the void of the invoice': {
    key: 'invoices.delete',
    endpoint: invoices.void,
    input: ({ draft: { id, issueDate } }) => ({ id, voidDate: issueDate, reason: 'Twice' }),
    outcome: {
      issued: 'STATE_NOT_ALLOWED',
      replaced: 'STATE_NOT_ALLOWED',
      lapsed: 'STATE_NOT_ALLOWED',
      withdrawn: 'NOT_FOUND',
      converted: 'issued',
      'let go': 'STATE_NOT_ALLOWED',
    },
  },
  'another draft for it': {
    key: 'invoices.add',
    endpoint: invoices.create,
    input: ({ draft, proforma }) => again(proforma.id, draft),
    outcome: {
      issued: 'STATE_NOT_ALLOWED',
      replaced: 'STATE_NOT_ALLOWED',
      lapsed: 'STATE_NOT_ALLOWED',
      withdrawn: 'STATE_NOT_ALLOWED',
      converted: 'STATE_NOT_ALLOWED',
      'let go': 'issued',
    },
  },
};

/** Everything stored about proformas, to show that a refused command changed nothing. */
async function kept(): Promise<unknown> {
  const { rows } = await api.ownerPool.query(
    `select (select count(*) from document_number) as numbers, (select count(*) from email_message) as mails,
       (select md5(string_agg(proforma::text, '|' order by id)) from proforma) as proformas`,
  );
  return rows[0];
}

const versionOf = async ({ id, version }: Invoice): Promise<number> => {
  const { rows } = await api.ownerPool.query<{ version: number }>(
    'select version from invoice where id = $1',
    [id],
  );
  return rows[0]?.version ?? version;
};

async function tried(caller: Caller, { endpoint, input }: Command, at: Proposed): Promise<string> {
  const before = await kept();
  // The issue changes the version of the draft.
  const version = endpoint.versioned ? { version: await versionOf(at.draft) } : {};
  const answer = await caller.inject(requestOf(endpoint, input(at), version));
  if (answer.statusCode === 200) return (await openAgain(at.proforma)).status;
  expect(await kept()).toEqual(before);
  return answer.json<Refused>().code;
}

// docs/rules.md#state-machines
const pairs = Object.keys(reach).flatMap((from) =>
  Object.keys(commands).map((name) => [from, name] as const),
);

it.each(pairs)('a proforma that is %s: %s', async (from, name) => {
  const at = await reach[from as Standing]();
  const command = commands[name];
  if (!command) throw new Error(`no command ${name}`);
  const without = await api.as({ userType: 'manager', scope: 'all', keys: allBut(command.key) });
  expect(await tried(without, command, at)).toBe('PERM_DENIED');
  expect(await tried(admin, command, at)).toBe(command.outcome[from as Standing]);
});

it('a proforma whose invoice is void can be invoiced once more, and shows that', async () => {
  const { draft, proforma } = await reach['let go']();
  const first = await admin.call(invoices.open, { id: draft.id });
  expect(await openAgain(proforma)).toMatchObject({
    status: 'issued',
    invoice: null,
    voidedInvoice: { id: first.id, label: first.number },
    mayInvoiceAgain: true,
  });
  const stranger = await makeClient(api.db, { entityId: fixture.entityId, crmId: admin.id });
  const theirs = { ...again(proforma.id, draft), clientId: stranger };
  expect((await admin.refused(invoices.create, theirs)).errors).toMatchObject({
    proformaId: [{ code: 'REFERENCE_UNKNOWN' }],
  });
  const second = await admin.call(invoices.create, again(proforma.id, draft));
  expect(await openAgain(proforma)).toMatchObject({ invoice: { id: second.id }, mayInvoiceAgain: false });
  const { number } = await admin.call(invoices.issue, { id: second.id }, second);
  expect(await openAgain(proforma)).toMatchObject({ status: 'converted', invoice: { label: number } });
  const { events } = await admin.call(history.of, { kind: 'proforma', id: proforma.id });
  expect(
    events.flatMap(({ action, parts }) => parts.map(({ part, step, label }) => [action, part, step, label])),
  ).toEqual([
    ['invoices.create', 'draft', 'added', number],
    ['invoices.void', 'billed', 'removed', first.number],
  ]);
  expect(await findBookFaults(api.db)).toEqual([]);
});

it('a proforma whose invoice is void stays open when its next draft is deleted', async () => {
  const { draft, proforma } = await reach['let go']();
  const dropped = await admin.call(invoices.create, again(proforma.id, draft));
  await admin.call(invoices.remove, { id: dropped.id }, dropped);
  const waiting = { status: 'issued', invoice: null, mayInvoiceAgain: true };
  expect(await openAgain(proforma)).toMatchObject(waiting);
  const given = await admin.call(invoices.create, again(proforma.id, draft));
  const clientId = await makeClient(api.db, { entityId: fixture.entityId, crmId: admin.id });
  await api.ownerPool.query('update invoice set client_id = $1 where id = $2', [clientId, given.id]);
  expect(await openAgain(proforma)).toMatchObject(waiting);
});
