import { pendingInvoices } from '@daybook/contracts/billing/pending/pending-invoices';
import { unbilledClients } from '@daybook/contracts/billing/pending/unbilled-clients';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { openBillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import type { BillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import { allBut, startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';

let api: TestApi;
let admin: Caller;

beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({});
});
afterAll(() => api.stop());

const march = { from: '2026-03-01', to: '2026-03-31' };
const radar = async (filter: object = {}, caller = admin) => {
  const { rows } = await caller.call(unbilledClients.list, { filter: { ...march, ...filter } });
  return rows.map(({ id }) => id);
};
const issuedOn = (fixture: BillingFixture, issueDate: string, more: object = {}) =>
  fixture.issued(10_000, { issueDate, dueDate: '2026-12-31', ...more });

describe('clients without an invoice in a period', () => {
  it('are the active clients with no valid invoice dated in the period or for a service in it', async () => {
    const fixtures = await Promise.all(Array.from({ length: 6 }, () => openBillingFixture(api, admin)));
    const [billed, drafted, voided, covered, before, away] = fixtures as [
      BillingFixture,
      BillingFixture,
      BillingFixture,
      BillingFixture,
      BillingFixture,
      BillingFixture,
    ];
    await issuedOn(billed, '2026-03-31');
    await drafted.draft(10_000, { issueDate: '2026-03-10' });
    const gone = await issuedOn(voided, '2026-03-10');
    await admin.call(
      invoices.void,
      { id: gone.id, voidDate: '2026-03-11', reason: 'x' },
      { version: gone.version },
    );
    await issuedOn(covered, '2026-01-05', { serviceFrom: '2026-01-01', serviceTo: '2026-12-31' });
    await issuedOn(before, '2026-02-27');
    await issuedOn(away, '2026-02-27');
    await api.ownerPool.query('update client set billable = false where id = $1', [away.clientId]);
    const own = new Set(fixtures.map(({ clientId }) => clientId));
    const shown = async (filter?: object) => (await radar(filter)).filter((id) => own.has(id)).toSorted();
    expect(await shown()).toEqual([drafted.clientId, voided.clientId, before.clientId].toSorted());
    expect(await shown({ regular: 'true' })).toEqual([before.clientId]);
    expect(await shown({ from: '2026-02-01', to: '2026-02-28' })).toEqual(
      [drafted.clientId, voided.clientId, billed.clientId].toSorted(),
    );
    const { total } = await admin.call(unbilledClients.total, { filter: march });
    expect(total).toBe((await radar()).length);
  });

  it('show the date of the last invoice, the open draft, and the pending items', async () => {
    const fixture = await openBillingFixture(api, admin);
    await issuedOn(fixture, '2026-02-10');
    const waiting = { entityId: fixture.entityId, clientId: fixture.clientId, taxCodeId: fixture.taxCodeId };
    for (const amount of [1_000, 2_000]) {
      await admin.call(pendingInvoices.create, {
        ...waiting,
        amount,
        description: 'Advice',
        readyOn: '2026-03-01',
      });
    }
    const { id: draftId } = await fixture.draft(4_000, { issueDate: '2026-03-10' });
    const { rows } = await admin.call(unbilledClients.list, {
      filter: { ...march, entityId: fixture.entityId, hasWaiting: 'true', crmId: admin.id },
    });
    expect(rows).toMatchObject([
      {
        id: fixture.clientId,
        lastInvoicedOn: '2026-02-10',
        draftId,
        waitingItems: 2,
        waiting: 3_000,
        currency: 'EUR',
      },
    ]);
    const none = await openBillingFixture(api, admin);
    expect(await radar({ entityId: none.entityId })).toEqual([none.clientId]);
    expect(await radar({ entityId: none.entityId, hasWaiting: 'true' })).toEqual([]);
  });

  it('are visible with the permission for pending invoices, within the scope', async () => {
    await openBillingFixture(api, admin);
    const without = await api.as({ keys: allBut('pending_invoices') });
    expect(await without.refused(unbilledClients.list, {})).toMatchObject({ httpStatus: 403 });
    const stranger = await api.as({ userType: 'crm', scope: 'own', keys: ['pending_invoices'] });
    expect(await radar({}, stranger)).toEqual([]);
    expect(await stranger.call(unbilledClients.total, { filter: march })).toMatchObject({ total: 0 });
  });
});
