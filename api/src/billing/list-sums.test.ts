import { uuidv7 } from 'uuidv7';
import { creditNotes } from '@daybook/contracts/billing/credit-notes/credit-notes';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { pendingInvoices } from '@daybook/contracts/billing/pending/pending-invoices';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { openBillingFixture, startBilling } from '../../test/fixtures/billing-fixture.ts';
import type { BillingFixture } from '../../test/fixtures/billing-fixture.ts';
import type { Caller, TestApi } from '../../test/test-api.ts';

let api: TestApi;
let admin: Caller;
let fixture: BillingFixture;

beforeAll(async () => {
  ({ api, admin, fixture } = await startBilling({ userType: 'super_admin' }));
});
afterAll(() => api.stop());

const ofClient = () => ({ filter: { clientId: fixture.clientId } });

describe('the total of a list', () => {
  it('of invoices is the amount charged and the amount open, by currency, without void ones', async () => {
    await fixture.issued(100);
    const paid = await fixture.issued(200);
    await admin.call(
      receipts.create,
      fixture.receipt(150, { allocations: [{ invoiceId: paid.id, amount: 150 }] }),
    );
    const wrong = await fixture.issued(4_000);
    await admin.call(
      invoices.void,
      { id: wrong.id, voidDate: '2026-03-02', reason: 'Wrong client' },
      { version: wrong.version },
    );
    await fixture.draft(7, { currency: 'USD', fxRate: '0.9' });
    expect(await admin.call(invoices.total, ofClient())).toEqual({
      total: 4,
      isCapped: false,
      sums: [
        { currency: 'EUR', amount: 300, open: 150 },
        { currency: 'USD', amount: 7, open: 0 },
      ],
    });
    const found = await admin.call(invoices.total, { ...ofClient(), q: paid.number ?? '' });
    expect(found.sums).toEqual([{ currency: 'EUR', amount: 200, open: 50 }]);
    expect(await admin.call(invoices.total, { q: uuidv7() })).toEqual({
      total: 0,
      isCapped: false,
      sums: [],
    });
  });

  it('of receipts is the amount received and the amount in advance, without reversed ones', async () => {
    const other = await openBillingFixture(api, admin, { entityId: fixture.entityId });
    await admin.call(receipts.create, other.receipt(90));
    const recalled = await admin.call(receipts.create, other.receipt(1_000));
    await admin.call(receipts.reverse, {
      id: recalled.id,
      date: '2026-05-01',
      reason: 'Recalled',
      bounced: false,
    });
    const { sums } = await admin.call(receipts.total, { filter: { clientId: other.clientId } });
    expect(sums).toEqual([{ currency: 'EUR', amount: 90, open: 90 }]);
  });

  it('of pending items is their amount and the amount still pending', async () => {
    const item = (amount: number) =>
      admin.call(pendingInvoices.create, {
        clientId: fixture.clientId,
        entityId: fixture.entityId,
        description: 'Meeting',
        amount,
        taxCodeId: fixture.taxCodeId,
        readyOn: '2026-03-01',
      });
    const billed = await item(40);
    await item(60);
    await admin.call(pendingInvoices.draft, { itemIds: [billed.id], issueDate: '2026-03-31' });
    const { sums } = await admin.call(pendingInvoices.total, ofClient());
    expect(sums).toEqual([{ currency: 'EUR', amount: 100, open: 60 }]);
  });

  it('is empty if the list is empty', async () => {
    expect(await admin.call(creditNotes.total, ofClient())).toEqual({ total: 0, isCapped: false, sums: [] });
  });

  it('is absent when it exceeds the largest safe number', async () => {
    const huge = await openBillingFixture(api, admin, { entityId: fixture.entityId });
    for (let n = 0; n < 100; n += 1) await huge.draft(99_999_999_999_999);
    const { total, sums } = await admin.call(invoices.total, { filter: { clientId: huge.clientId } });
    expect([total, sums]).toEqual([100, []]);
  });
});
