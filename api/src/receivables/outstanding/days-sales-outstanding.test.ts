import { uuidv7 } from 'uuidv7';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { writeOffs } from '@daybook/contracts/billing/settlement/write-offs';
import { sum } from '@daybook/contracts/money/money';
import { daysSalesOutstanding } from '@daybook/contracts/receivables/outstanding/days-sales-outstanding';
import { outstanding } from '@daybook/contracts/receivables/outstanding/outstanding';
import { openBillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import type { BillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import { creditOf, issuedCredit } from '../../../test/fixtures/credit-fixture.ts';
import { makeClient } from '../../../test/fixtures/masters.ts';
import { openOpeningFixture } from '../../../test/fixtures/opening-fixture.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';
import { monthEndsUpTo } from './days-sales-outstanding.queries.ts';

let api: TestApi;
let admin: Caller;
let fixture: BillingFixture;

beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({ userType: 'super_admin' });
});
beforeEach(async () => {
  fixture = await openBillingFixture(api, admin);
});
afterAll(() => api.stop());

const today = '2026-06-10';
const read = async (caller: Caller = admin, entityId: string | undefined = fixture.entityId, on = today) => {
  const { currencies } = await caller.call(daysSalesOutstanding.open, { today: on, entityId });
  return Object.fromEntries(currencies.map(({ currency, months }) => [currency, months]));
};
const issued = (amount: number, issueDate: string, more: object = {}) =>
  fixture.issued(amount, { issueDate, dueDate: '2026-12-31', ...more });
const pay = (invoiceId: string, amount: number, receiptDate: string) =>
  admin.call(receipts.create, fixture.receipt(amount, { receiptDate, allocations: [{ invoiceId, amount }] }));

/** The invoices of 1,000.00 and 2,000.00 of the first quarter, of 1,500.00 in April, and what came in for them. */
async function workedExample() {
  const january = await issued(100_000, '2026-01-10');
  const february = await issued(200_000, '2026-02-15');
  await issued(150_000, '2026-04-01');
  await pay(january.id, 50_000, '2026-03-05');
  await issuedCredit(admin, creditOf(fixture, [[february, 30_000]], { issueDate: '2026-03-20' }));
  await pay(february.id, 170_000, '2026-05-10');
  return { january, february };
}

describe('days sales outstanding', () => {
  it('are receivables by billed less credited of 90 days, for the ends of the twelve whole months', async () => {
    await workedExample();
    const { EUR: months = [] } = await read();
    expect(months).toHaveLength(12);
    expect(months.slice(-5)).toEqual([
      // The books are younger than 90 days until 10 April.
      { on: '2026-01-31', receivable: 100_000, billed: 100_000, days: null },
      { on: '2026-02-28', receivable: 300_000, billed: 300_000, days: null },
      { on: '2026-03-31', receivable: 250_000, billed: 270_000, days: null },
      // (1,000 − 500 + 2,000 + 1,500) ÷ (2,000 + 1,500 − 300) × 90
      { on: '2026-04-30', receivable: 400_000, billed: 320_000, days: 112.5 },
      // (4,000 − 1,700) ÷ (1,500 − 300) × 90
      { on: '2026-05-31', receivable: 230_000, billed: 120_000, days: 172.5 },
    ]);
  });

  it('of an earlier month stay as they are, whatever happens later', async () => {
    const { january, february } = await workedExample();
    const before = await read();
    await pay(january.id, 50_000, '2026-06-05');
    const late = await issued(9_000, '2026-06-01');
    await admin.call(
      invoices.void,
      { id: late.id, voidDate: '2026-06-02', reason: 'Wrong' },
      { version: late.version },
    );
    const { version } = await admin.call(invoices.open, { id: february.id });
    await admin.call(
      writeOffs.create,
      { id: february.id, amount: 30_000, date: '2026-06-09', reason: 'Lost' },
      { version },
    );
    expect(await read()).toEqual(before);
  });

  it('count an invoice until it is voided, and leave out what is unapplied', async () => {
    await workedExample();
    const wrong = await issued(60_000, '2026-04-20');
    await admin.call(receipts.create, fixture.receipt(40_000, { receiptDate: '2026-04-21' }));
    await admin.call(
      invoices.void,
      { id: wrong.id, voidDate: '2026-05-02', reason: 'Wrong' },
      { version: wrong.version },
    );
    const { EUR: months = [] } = await read();
    expect(months.slice(-2)).toMatchObject([
      { receivable: 460_000, billed: 380_000 },
      { receivable: 230_000, billed: 120_000, days: 172.5 },
    ]);
  });

  it('have opening balances among the receivables only, and begin 90 days after the cut-over', async () => {
    const { fixture: opened, bring, row } = await openOpeningFixture(api, admin);
    await bring([row('OLD-1', '500')]);
    await opened.issued(100_000, { issueDate: '2026-04-10', dueDate: '2026-12-31' });
    const { EUR: months = [] } = await read(admin, opened.entityId, '2026-08-10');
    expect(months.slice(-5)).toEqual([
      { on: '2026-03-31', receivable: 50_000, billed: 0, days: null },
      { on: '2026-04-30', receivable: 150_000, billed: 100_000, days: null },
      { on: '2026-05-31', receivable: 150_000, billed: 100_000, days: null },
      { on: '2026-06-30', receivable: 150_000, billed: 100_000, days: 135 },
      // The invoice of April is older than 90 days, and nothing was billed since.
      { on: '2026-07-31', receivable: 150_000, billed: 0, days: null },
    ]);
  });

  it('compare each month with what the outstanding report says is owed on its last day', async () => {
    await workedExample();
    await issued(70_000, '2026-05-20', { currency: 'USD', fxRate: '0.9' });
    const months = await read();
    expect(Object.keys(months)).toEqual(['EUR', 'USD']);
    for (const asOf of monthEndsUpTo(today)) {
      const { sections } = await admin.call(outstanding.total, {
        filter: { asOf, entityId: fixture.entityId },
      });
      const owed = Object.fromEntries(
        sections.map(({ currency, notDue, buckets }) => [currency, sum([notDue, ...buckets])]),
      );
      for (const [currency, of] of Object.entries(months))
        expect([asOf, currency, of.find(({ on }) => on === asOf)?.receivable]).toEqual([
          asOf,
          currency,
          owed[currency] ?? 0,
        ]);
    }
  });

  it('are those of the clients that a person sees, of one billing entity where it is asked for, and need the key', async () => {
    await workedExample();
    const other = await openBillingFixture(api, admin);
    await other.issued(5_000, { issueDate: '2026-05-01', dueDate: '2026-05-31' });
    const crm = await api.as({ userType: 'crm', keys: ['followup.client_outstanding_report'] });
    const theirs = await makeClient(api.db, { entityId: fixture.entityId, crmId: crm.id, name: 'Theirs' });
    await issued(80_000, '2026-05-30', { clientId: theirs });
    const last = (months: Awaited<ReturnType<typeof read>>) => months['EUR']?.at(-1)?.receivable;
    expect(last(await read(crm))).toBe(80_000);
    const { currencies } = await crm.call(daysSalesOutstanding.open, { today });
    expect(currencies.map(({ months }) => months.at(-1)?.receivable)).toEqual([80_000]);
    expect(last(await read(admin, other.entityId))).toBe(5_000);
    expect(last(await read(admin, uuidv7()))).toBeUndefined();
    const nobody = await api.as({ userType: 'executive', keys: ['followup.follow_up'] });
    expect(await nobody.refused(daysSalesOutstanding.open, { today })).toMatchObject({ code: 'PERM_DENIED' });
  });

  it.each([
    ['2026-06-10', '2025-06-30', '2026-05-31'],
    ['2026-03-31', '2025-04-30', '2026-03-31'],
    ['2024-03-01', '2023-03-31', '2024-02-29'],
  ])('on %s end with the last whole month', (day, first, last) => {
    const ends = monthEndsUpTo(day);
    expect([ends.length, ends[0], ends.at(-1)]).toEqual([12, first, last]);
  });
});
