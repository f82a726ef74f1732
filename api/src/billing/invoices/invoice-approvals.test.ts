import { invoiceApprovals } from '@daybook/contracts/billing/invoices/invoice-approvals';
import type { Invoice } from '@daybook/contracts/billing/invoices/invoice-record';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { notifications } from '@daybook/contracts/notifications';
import { requestOf } from '../../http/request-of.ts';
import { makeClient, makeEntity } from '../../../test/fixtures/masters.ts';
import { startTestApi } from '../../../test/test-api.ts';
import { openBillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import type { BillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';

let api: TestApi;
/** The author, and two approvers. */
let writer: Caller;
let approver: Caller;
let partner: Caller;
let fixture: BillingFixture;

beforeAll(async () => {
  api = await startTestApi();
  writer = await api.as({ userType: 'super_admin' });
  approver = await api.as({ userType: 'manager', scope: 'all', keys: ['invoices.add', 'invoices.view'] });
  partner = await api.as({ userType: 'super_admin' });
  fixture = await openBillingFixture(api, writer);
  await wantApproval(true);
});
afterAll(() => api.stop());

const wantApproval = (isWanted: boolean) =>
  api.ownerPool.query('update billing_entity set invoice_approval = $1 where id = $2', [
    isWanted,
    fixture.entityId,
  ]);

const fields = () => ({
  entityId: fixture.entityId,
  clientId: fixture.clientId,
  issueDate: '2026-03-01',
  dueDate: '2026-03-31',
  currency: 'EUR',
  docLocale: 'en' as const,
  lines: [{ description: 'Annual accounts', qty: '1', unitPrice: '100', taxCodeId: fixture.taxCodeId }],
});
const drafted = (by = writer) => by.call(invoices.create, fields());
const at = ({ id, version }: Invoice) => [{ id }, { version }] as const;
async function asked(by = writer): Promise<Invoice> {
  return by.call(invoiceApprovals.ask, ...at(await drafted(by)));
}
const kindsTold = async (caller: Caller, { id }: Invoice) =>
  (await caller.call(notifications.list, {})).rows
    .filter(({ record }) => record?.kind === 'invoice' && record.id === id)
    .map(({ kind }) => kind);

describe('with approvals', () => {
  it('a draft is issued once another person has approved it, and both get a notification', async () => {
    const draft = await drafted();
    expect(draft.approval).toMatchObject({ isNeeded: true, isOthers: false });
    expect((await writer.refused(invoices.issue, ...at(draft))).code).toBe('APPROVAL_REQUIRED');
    const waiting = await writer.call(invoiceApprovals.ask, ...at(draft));
    expect(waiting).toMatchObject({ status: 'pending_approval', version: draft.version });
    expect((await writer.refused(invoices.issue, ...at(waiting))).code).toBe('APPROVAL_REQUIRED');
    expect(await kindsTold(approver, draft)).toEqual(['invoice_to_approve']);
    expect(await kindsTold(writer, draft)).toEqual([]);
    const approved = await approver.call(invoiceApprovals.approve, ...at(waiting));
    expect(approved).toMatchObject({ status: 'approved' });
    expect(await kindsTold(writer, draft)).toEqual(['invoice_approved']);
    const issued = await writer.call(invoices.issue, ...at(approved));
    expect(issued).toMatchObject({ status: 'issued', outstanding: 10_000 });
    expect((await writer.call(invoices.open, { id: draft.id })).approval.steps).toMatchObject([
      { step: 'asked' },
      { step: 'approved' },
    ]);
  });

  it('nobody approves an invoice that they wrote, changed last or submitted, whatever their user type', async () => {
    const own = await asked();
    expect((await writer.refused(invoiceApprovals.approve, ...at(own))).code).toBe('APPROVER_IS_AUTHOR');
    const draft = await drafted();
    const edited = await partner.call(
      invoices.edit,
      { id: draft.id, ...fields() },
      { version: draft.version },
    );
    const byWriter = await writer.call(invoiceApprovals.ask, ...at(edited));
    for (const one of [writer, partner]) {
      expect((await one.refused(invoiceApprovals.approve, ...at(byWriter))).code).toBe('APPROVER_IS_AUTHOR');
    }
    const theirs = await drafted();
    const byPartner = await partner.call(invoiceApprovals.ask, ...at(theirs));
    expect((await partner.refused(invoiceApprovals.approve, ...at(byPartner))).code).toBe(
      'APPROVER_IS_AUTHOR',
    );
    expect(await writer.call(invoices.open, { id: theirs.id })).toMatchObject({
      status: 'pending_approval',
      approval: { steps: [{ step: 'asked' }] },
    });
  });

  it('an approver sends a draft back with a reason, and it can be submitted again', async () => {
    const waiting = await asked();
    const missing = await approver.refused(
      invoiceApprovals.sendBack,
      { id: waiting.id, reason: ' ' },
      { version: waiting.version },
    );
    expect(missing.errors['reason']).toBeDefined();
    const back = await approver.call(
      invoiceApprovals.sendBack,
      { id: waiting.id, reason: 'Wrong period' },
      { version: waiting.version },
    );
    expect(back).toMatchObject({ status: 'draft' });
    expect(back.approval.steps.at(-1)).toMatchObject({ step: 'sent_back', reason: 'Wrong period' });
    const { rows } = await writer.call(notifications.list, {});
    expect(rows[0]).toMatchObject({ kind: 'invoice_sent_back', params: { reason: 'Wrong period' } });
    expect(await writer.call(invoiceApprovals.ask, ...at(back))).toMatchObject({
      status: 'pending_approval',
    });
  });

  it.each([
    ['of the notes', { notes: 'Thank you' }],
    ['that adds the annex of hours', { listsHours: true }],
  ])('an edit %s withdraws the approval', async (_what, change) => {
    const approved = await approver.call(invoiceApprovals.approve, ...at(await asked()));
    const input = { id: approved.id, ...fields(), ...change };
    const edited = await writer.call(invoices.edit, input, { version: approved.version });
    expect(edited).toMatchObject({ status: 'draft', approval: { steps: { length: 3 } } });
    expect((await writer.refused(invoices.issue, ...at(edited))).code).toBe('APPROVAL_REQUIRED');
  });

  it('only one of several concurrent approvals succeeds, and a draft edited meanwhile is not approved', async () => {
    for (let round = 0; round < 5; round += 1) {
      const waiting = await asked();
      const [input, options] = at(waiting);
      const answers = await Promise.all(
        [approver, partner, approver, partner].map((one) =>
          one.inject(requestOf(invoiceApprovals.approve, input, options)),
        ),
      );
      expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
        200, 409, 409, 409,
      ]);

      const other = await asked();
      await Promise.all([
        partner.inject(requestOf(invoiceApprovals.approve, ...at(other))),
        writer.inject(
          requestOf(invoices.edit, { id: other.id, ...fields(), notes: 'x' }, { version: other.version }),
        ),
      ]);
      // Whichever came first, the changed draft is not approved.
      expect(await writer.call(invoices.open, { id: other.id })).toMatchObject({
        status: 'draft',
        notes: 'x',
      });
    }
  });

  it('only people who see the client are asked for approval', async () => {
    const stranger = await api.as({ userType: 'manager', scope: 'own', keys: ['invoices.add'] });
    const crm = await api.as({ userType: 'crm', scope: 'own', keys: ['invoices.add', 'invoices.view'] });
    const clientId = await makeClient(api.db, { entityId: fixture.entityId, crmId: crm.id, currency: 'EUR' });
    const draft = await writer.call(invoices.create, { ...fields(), clientId });
    await writer.call(invoiceApprovals.ask, ...at(draft));
    expect(await kindsTold(crm, draft)).toEqual(['invoice_to_approve']);
    expect(await kindsTold(stranger, draft)).toEqual([]);
    expect((await stranger.refused(invoiceApprovals.approve, ...at(draft))).code).toBe('NOT_FOUND');
  });
});

it('an entity without approvals refuses a submission', async () => {
  const entityId = await makeEntity(api.db, {});
  const draft = await writer.call(invoices.create, { ...fields(), entityId });
  expect(draft.approval.isNeeded).toBe(false);
  expect((await writer.refused(invoiceApprovals.ask, ...at(draft))).code).toBe('STATE_NOT_ALLOWED');
});

const raw = (actor: Caller, statements: (readonly [string, unknown[]])[]) =>
  (async () => {
    const client = await api.appPool.connect();
    try {
      await client.query('begin');
      await client.query(`select set_config('daybook.actor', $1, true)`, [actor.id]);
      for (const [statement, values] of statements) await client.query(statement, values);
      await client.query('commit');
      return 'done';
    } catch (error) {
      await client.query('rollback');
      return (error as { code: string }).code;
    } finally {
      client.release();
    }
  })();
const step = (id: string, name: string): readonly [string, unknown[]] => [
  `insert into approval_step (invoice_id, step) values ($1, $2)`,
  [id, name],
];

describe('the database', () => {
  it('refuses the approval of one’s own draft or of a draft that was not submitted, and an unknown step', async () => {
    const { id } = await asked();
    expect(await raw(writer, [step(id, 'approved')])).toBe('DB040');
    expect(await raw(partner, [step((await drafted()).id, 'approved')])).toBe('DB001');
    expect(
      await raw(partner, [[`update invoice_state set stage = 'approved' where invoice_id = $1`, [id]]]),
    ).toBe('42501');
    expect(await raw(partner, [['update approval_step set created_by = null', []]])).toBe('42501');
    expect(await raw(partner, [['delete from approval_step', []]])).toBe('42501');
  });

  it('refuses to issue a draft that was changed after its approval', async () => {
    const approved = await approver.call(invoiceApprovals.approve, ...at(await asked()));
    await api.ownerPool.query(
      `update invoice_line set description = 'Something else' where invoice_id = $1`,
      [approved.id],
    );
    expect((await writer.refused(invoices.issue, ...at(approved))).code).toBe('APPROVAL_REQUIRED');
  });
});
