import { creditNotes } from '@daybook/contracts/billing/credit-notes/credit-notes';
import { receiptMails } from '@daybook/contracts/billing/invoices/invoice-mails';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { clientTimeline } from '@daybook/contracts/crm/clients/client-timeline';
import { clientNotes } from '@daybook/contracts/crm/clients/client-notes';
import { clients } from '@daybook/contracts/crm/clients/clients';
import { clientDocuments } from '@daybook/contracts/crm/client-documents/client-documents';
import { statements } from '@daybook/contracts/receivables/statements/statements';
import { tasks } from '@daybook/contracts/tasks/tasks/tasks';
import { uuidv7 } from 'uuidv7';
import { openBillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import type { BillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import { creditOf, issuedCredit } from '../../../test/fixtures/credit-fixture.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';

let api: TestApi;
let admin: Caller;
let fixture: BillingFixture;

beforeAll(async () => {
  api = await startTestApi(undefined, { SMTP_URL: 'smtp://127.0.0.1:9' });
  admin = await api.as({ userType: 'super_admin', name: 'Ada' });
  fixture = await openBillingFixture(api, admin);
  const { clientId: id } = fixture;
  await admin.call(tasks.create, {
    title: 'Accounts',
    clientId: id,
    dueOn: '2026-06-30',
    assigneeIds: [admin.id],
  });
  await fixture.issued(10_000);
  await admin.call(receipts.create, fixture.receipt(4_000));
  await admin.call(clientNotes.add, { id, body: 'Calls on Fridays' });
  await admin.call(clientDocuments.create, {
    clientId: id,
    kind: 'identity',
    title: 'Passport',
    number: 'P-1',
  });
  const { version } = await admin.call(clients.open, { id });
  await admin.call(clients.deactivate, { id, reason: 'Left' }, { version });
});
afterAll(() => api.stop());

const told = async (who: Caller, query: object = {}) =>
  (await who.call(clientTimeline.list, { id: fixture.clientId, ...query })).rows.map(
    ({ kind, step, label, amount }) => [kind, step, label, amount],
  );

// docs/rules.md#timeline-of-a-client
describe('the timeline of a client', () => {
  it('has everything that happened, newest first, with links to the records', async () => {
    const { rows } = await admin.call(clientTimeline.list, { id: fixture.clientId });
    expect(rows.map(({ kind, step }) => `${kind} ${step}`)).toEqual([
      'change deactivated',
      'document created',
      'note created',
      'receipt created',
      'invoice issued',
      'task created',
      'change created',
    ]);
    expect(rows[0]).toMatchObject({ label: 'Left', by: { id: admin.id }, record: null });
    // The number of an identity paper is for who opens it.
    expect(rows[1]).toMatchObject({ label: 'Passport', record: { kind: 'client_document' } });
    expect(rows[3]).toMatchObject({ amount: 4_000, currency: 'EUR', record: { kind: 'receipt' } });
    expect(rows[4]).toMatchObject({ amount: 10_000, record: { kind: 'invoice' } });
    expect(rows[5]?.label).toMatch(/^T-\d+ Accounts$/);
  });

  it('has the mails of each kind of document, refunds and voided credit notes', async () => {
    const there = await openBillingFixture(api, admin);
    const receipt = await admin.call(receipts.create, there.receipt(1_000));
    const mail = { nth: 1, sentTo: ['ada@acme.test'], subject: 'Receipt', body: 'Thanks' };
    await admin.call(receiptMails.send, { ...mail, id: receipt.id });
    await admin.call(receipts.refund, { id: receipt.id, date: '2026-04-10', mode: 'bank', amount: 250 });
    const invoice = await there.issued(500);
    const note = await issuedCredit(admin, creditOf(there, [[invoice, 100]]));
    const voided = { id: note.id, voidDate: note.issueDate, reason: 'Wrong client' };
    await admin.call(creditNotes.void, voided, { version: note.version });
    const statement = { clientId: there.clientId, entityId: there.entityId, asOf: '2026-05-05' };
    const written = { sentTo: ['ada@acme.test'], subject: 'Statement', body: 'Your account' };
    await admin.call(statements.send, { ...statement, ...written, id: uuidv7() });

    const ask = async (who: Caller) =>
      (await who.call(clientTimeline.list, { id: there.clientId })).rows
        .map(({ kind, step, label, record }) => [kind, step, label, record?.kind])
        .filter(([kind, step]) => kind === 'mail' || step === 'refunded' || step === 'voided');
    expect(await ask(admin)).toEqual([
      ['mail', 'sent', 'Statement', undefined],
      ['credit_note', 'voided', note.number, 'credit_note'],
      ['receipt', 'refunded', receipt.number, 'receipt'],
      ['mail', 'sent', 'Receipt', 'receipt'],
    ]);
    const billing = await api.as({
      userType: 'executive',
      scope: 'all',
      keys: ['clients.view', 'invoices.view'],
    });
    expect(await ask(billing)).toEqual([]);
    const cashier = await api.as({
      userType: 'executive',
      scope: 'all',
      keys: ['clients.view', 'receipts.view'],
    });
    expect((await ask(cashier)).map(([kind, , label]) => [kind, label])).toEqual([
      ['receipt', receipt.number],
      ['mail', 'Receipt'],
    ]);
  });

  it('is filtered by kind and read in pages that leave nothing out', async () => {
    expect(await told(admin, { filter: { kind: ['note', 'task'] } })).toMatchObject([
      ['note', 'created', 'Calls on Fridays', null],
      ['task', 'created', 'T-00001 Accounts', null],
    ]);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await admin.call(clientTimeline.list, { id: fixture.clientId, pageSize: 2, cursor });
      seen.push(...page.rows.map(({ id }) => id));
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
    expect([seen.length, new Set(seen).size]).toEqual([7, 7]);
  });

  it('has for each person the kinds that their permissions open, and amounts with a money permission', async () => {
    const viewer = await api.as({ userType: 'executive', scope: 'all', keys: ['clients.view'] });
    expect((await told(viewer)).map(([kind]) => kind)).toEqual(['change', 'note', 'change']);
    const withTasks = await api.as({
      userType: 'executive',
      scope: 'all',
      keys: ['clients.view', 'tasks.view'],
    });
    expect((await told(withTasks)).map(([kind]) => kind)).toEqual(['change', 'note', 'task', 'change']);
    const cashier = await api.as({
      userType: 'executive',
      scope: 'all',
      keys: ['clients.view', 'receipts.view'],
    });
    expect(await told(cashier, { filter: { kind: 'receipt' } })).toMatchObject([
      ['receipt', 'created', expect.any(String), 4_000],
    ]);
    expect(await told(viewer, { filter: { kind: 'receipt' } })).toEqual([]);
    const stranger = await api.as({ userType: 'crm', scope: 'own', keys: ['clients.view'] });
    expect(await stranger.refused(clientTimeline.list, { id: fixture.clientId })).toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});
