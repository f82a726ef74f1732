import { NOTHING, subtract } from '@daybook/contracts/money/money';
import { clientLedgers } from '@daybook/contracts/billing/client-ledgers/client-ledgers';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { ageingSetting } from '@daybook/contracts/receivables/outstanding/ageing-setting';
import { outstanding } from '@daybook/contracts/receivables/outstanding/outstanding';
import { startBilling } from '../../../test/fixtures/billing-fixture.ts';
import type { BillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import { creditOf, issuedCredit } from '../../../test/fixtures/credit-fixture.ts';
import { pdfPages } from '../../../test/files/pdf-pages.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';
import { endPrinting } from '../../pdf/print-pdf.ts';
import { openItems } from './open-items.queries.ts';
import { ageingOf } from './statement-paper.ts';

let api: TestApi;
let admin: Caller;
let fixture: BillingFixture;

/** Invoices of several ages in two currencies, part paid, credited and paid in advance, some of it taken back later. */
beforeAll(async () => {
  ({ api, admin, fixture } = await startBilling({ userType: 'super_admin' }));
  const first = await fixture.issued(40_000, { issueDate: '2026-01-05', dueDate: '2026-01-31' });
  const second = await fixture.issued(25_000, { issueDate: '2026-02-01', dueDate: '2026-03-03' });
  await fixture.issued(9_000, { issueDate: '2026-03-20', dueDate: '2026-03-20' });
  await fixture.issued(7_000, { currency: 'USD', fxRate: '0.9', dueDate: '2026-04-15' });
  const part = await admin.call(
    receipts.create,
    fixture.receipt(15_000, {
      receiptDate: '2026-02-20',
      allocations: [{ invoiceId: first.id, amount: 15_000 }],
    }),
  );
  await admin.call(receipts.create, fixture.receipt(6_000, { receiptDate: '2026-03-10' }));
  await issuedCredit(admin, creditOf(fixture, [[second, 4_000]], { issueDate: '2026-03-15' }));
  await admin.call(
    receipts.reverse,
    { id: part.id, date: '2026-04-01', reason: 'Bounced' },
    { version: part.version },
  );
});
afterAll(async () => {
  await api.stop();
  await endPrinting();
});

const setBounds = async (bounds: number[]) => {
  const { version } = await admin.call(ageingSetting.open, {});
  await admin.call(ageingSetting.save, { bounds }, { version });
};

const days = ['2026-01-31', '2026-02-28', '2026-03-20', '2026-03-31', '2026-04-01', '2026-05-31'];

describe.each([[[30, 60, 90, 180]], [[7, 45]]])('with the buckets %j', (bounds) => {
  beforeAll(() => setBounds(bounds));

  it.each(days)('statement, outstanding report and ledger agree as of %s', async (asOf) => {
    const { clientId, entityId } = fixture;
    const { rows } = await admin.call(outstanding.list, { filter: { asOf, clientId, entityId } });
    expect(rows.length).toBeGreaterThan(0);
    for (const { currency, notDue, buckets, unapplied, balance } of rows) {
      const ledger = { clientId, entityId, currency, asOf };
      const foot = ageingOf(await openItems(api.db, ledger), asOf, bounds);
      const { closing } = await admin.call(clientLedgers.open, ledger);
      expect({ currency, ...foot, closing }).toEqual({
        currency,
        bounds,
        amounts: [notDue, ...buckets],
        unapplied: subtract(NOTHING, unapplied),
        closing: balance,
      });
    }
  });

  it('the foot of the statement is printed with them', async () => {
    const query = new URLSearchParams({
      clientId: fixture.clientId,
      entityId: fixture.entityId,
      currency: 'EUR',
      asOf: '2026-05-31',
      kind: 'open_items',
    });
    const file = await admin.inject({ url: `/api/v1/statements/pdf?${query.toString()}` });
    const text = pdfPages(file.rawPayload)
      .map((page) => page.text)
      .join('')
      .toLowerCase();
    expect(text).toContain(`1–${bounds[0]}`);
    expect(text).toContain(`over${bounds.at(-1)}`.toLowerCase());
  });
});
