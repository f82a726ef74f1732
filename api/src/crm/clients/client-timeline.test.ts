import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { clientTimeline } from '@daybook/contracts/crm/clients/client-timeline';
import { clientNotes } from '@daybook/contracts/crm/clients/client-notes';
import { clients } from '@daybook/contracts/crm/clients/clients';
import { clientDocuments } from '@daybook/contracts/crm/client-documents/client-documents';
import { tasks } from '@daybook/contracts/tasks/tasks/tasks';
import { openBillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import type { BillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';

let api: TestApi;
let admin: Caller;
let fixture: BillingFixture;

beforeAll(async () => {
  api = await startTestApi();
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
