import { disputes } from '@daybook/contracts/receivables/follow-up/follow-ups';
import { statutoryInterest } from '@daybook/contracts/receivables/statutory-interest/statutory-interest';
import { makeClient } from '../../../test/fixtures/masters.ts';
import { startBilling } from '../../../test/fixtures/billing-fixture.ts';
import type { BillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';
import { interestOn } from './statutory-interest.rules.ts';

let api: TestApi;
let admin: Caller;
let fixture: BillingFixture;

beforeAll(async () => {
  ({ api, admin, fixture } = await startBilling({ userType: 'super_admin' }));
});
afterAll(() => api.stop());

const open = (id: string, caller = admin) => caller.call(statutoryInterest.open, { id });
const count = async () =>
  (
    await api.ownerPool.query<{ entries: number; items: number }>(
      `select (select count(*)::int from journal_entry) as entries, (select count(*)::int from pending_item) as items`,
    )
  ).rows;

// docs/rules.md#statutory-interest
describe('the statutory interest of a client', () => {
  it('is estimated for each overdue invoice without what is disputed, and posts nothing', async () => {
    const { clientId, entityId } = fixture;
    const days = { issueDate: '2026-03-01', dueDate: '2026-03-31' };
    const late = await fixture.issued(100_000, days);
    const disputed = await fixture.issued(50_000, { ...days, dueDate: '2026-04-30' });
    await admin.call(disputes.create, { invoiceId: disputed.id, reason: 'Too much', amount: 20_000 });
    const dollars = await fixture.issued(10_000, { ...days, currency: 'USD', fxRate: '0.9' });
    await fixture.issued(70_000, { ...days, dueDate: '2199-12-31' });
    const before = await count();
    const { rows, asOf } = await open(clientId);
    const interestOf = (amount: number, dueOn: string) =>
      interestOn('EU', { amount: amount as never, dueOn }, asOf)?.interest ?? 0;
    const parts = [interestOf(100_000, '2026-03-31'), interestOf(30_000, '2026-04-30')];
    expect(rows).toMatchObject([
      {
        entity: { id: entityId },
        currency: 'EUR',
        law: 'EU',
        flatSums: 80_00,
        lines: [
          { invoice: { id: late.id }, amount: 100_000, interest: parts[0] },
          { invoice: { id: disputed.id }, amount: 30_000, interest: parts[1] },
        ],
      },
      // The directive names its flat sum in euros.
      { currency: 'USD', flatSums: null, lines: [{ invoice: { id: dollars.id } }] },
    ]);
    expect(rows[0]?.interest).toBe((parts[0] ?? 0) + (parts[1] ?? 0));
    expect(rows[0]?.lines[0]?.ratesPct[0]).toBe('10.15');
    expect(await count()).toEqual(before);
  });

  it('is none for a consumer, and for nobody out of scope', async () => {
    const clientId = await makeClient(api.db, {
      entityId: fixture.entityId,
      crmId: admin.id,
      taxTreatment: 'consumer',
    });
    await fixture.issued(100_000, { clientId, issueDate: '2026-03-01', dueDate: '2026-03-31' });
    expect((await open(clientId)).rows).toEqual([]);
    const other = await api.as({ userType: 'crm', scope: 'own', keys: ['followup.follow_up'] });
    expect(await other.refused(statutoryInterest.open, { id: clientId })).toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});
