import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { pendingInvoices } from '@daybook/contracts/billing/pending/pending-invoices';
import { openHoursFixture } from '../../../test/fixtures/hours-fixture.ts';
import type { HoursFixture } from '../../../test/fixtures/hours-fixture.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { TestApi } from '../../../test/test-api.ts';

let api: TestApi;
let at: HoursFixture;

beforeAll(async () => {
  api = await startTestApi();
  at = await openHoursFixture(api);
});
afterAll(() => api.stop());

describe('invoiced hours', () => {
  it('are hours on the invoice, at exactly their amount', async () => {
    const task = await at.byHours();
    await at.record(task, 35);
    const first = await at.bill(task);
    const draft = await at.admin.call(pendingInvoices.draft, {
      itemIds: [first.itemId ?? ''],
      issueDate: '2026-06-01',
    });
    expect(draft.lines).toMatchObject([{ qty: '0.5833', unit: 'HUR', unitPrice: '120.01', amount: 7_000 }]);
    await at.record(task, 50);
    const second = await at.bill(task, { amount: 9_999, reason: 'A new client' });
    const both = await at.admin.call(
      pendingInvoices.append,
      { id: draft.id, itemIds: [second.itemId ?? ''] },
      { version: draft.version },
    );
    expect(both.lines[1]).toMatchObject({ qty: '0.8333', unit: 'HUR', amount: 9_999 });
    const issued = await at.admin.call(invoices.issue, { id: both.id }, { version: both.version });
    expect(issued.net).toBe(16_999);
  });
});
