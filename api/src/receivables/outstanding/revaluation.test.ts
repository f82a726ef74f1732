import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { revaluation } from '@daybook/contracts/receivables/outstanding/revaluation';
import { exchangeRates } from '@daybook/contracts/settings/exchange-rates/exchange-rates';
import { startBilling } from '../../../test/fixtures/billing-fixture.ts';
import type { BillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import { makeClient } from '../../../test/fixtures/masters.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';

let api: TestApi;
let admin: Caller;
let manager: Caller;
let fixture: BillingFixture;

const dollars = (fxRate: string) => ({ currency: 'USD', fxRate });

/** Bela owes 60.00 of 100.00 USD, has 10.00 USD in advance, and another client owes 20.00 USD and 500.00 EUR. */
beforeAll(async () => {
  ({ api, admin, fixture } = await startBilling({ userType: 'super_admin' }));
  manager = await api.as({ userType: 'crm', scope: 'own', keys: ['followup.client_outstanding_report'] });
  const { entityId } = fixture;
  const clientId = await makeClient(api.db, { entityId, crmId: manager.id, name: 'Bela' });
  const dated = { clientId, issueDate: '2026-03-01', dueDate: '2026-03-31' };
  const invoice = await fixture.issued(10_000, { ...dated, ...dollars('0.9') });
  await admin.call(
    receipts.create,
    fixture.receipt(4_000, {
      ...dollars('0.85'),
      clientId,
      receiptDate: '2026-04-10',
      allocations: [{ invoiceId: invoice.id, amount: 4_000 }],
    }),
  );
  await admin.call(
    receipts.create,
    fixture.receipt(1_000, { ...dollars('0.7'), clientId, receiptDate: '2026-04-20' }),
  );
  await fixture.issued(2_000, { ...dollars('1'), issueDate: '2026-04-21', dueDate: '2026-05-21' });
  await fixture.issued(50_000, { issueDate: '2026-04-21', dueDate: '2026-05-21' });
  for (const [date, rate] of [
    ['2026-04-01', '0.8'],
    ['2026-05-01', '0.95'],
  ] as const)
    await admin.call(exchangeRates.create, { from: 'USD', to: 'EUR', date, rate, source: null });
});
afterAll(() => api.stop());

const figuresOn = async (caller: Caller, asOf: string) =>
  (await caller.call(revaluation.list, { filter: { asOf } })).rows.map(
    ({ client, currency, balance, bookValue, value, difference }) =>
      [client.label, currency, balance, bookValue, value, difference].join(' '),
  );

// docs/rules.md#open-amounts-in-a-foreign-currency
describe('what is open in a foreign currency', () => {
  it('is worth its balance at the latest rate of the day, and in the books what its documents were worth', async () => {
    expect(await figuresOn(manager, '2026-04-30')).toEqual(['Bela USD 5000 4700 4000 -700']);
    expect(await figuresOn(manager, '2026-05-01')).toEqual(['Bela USD 5000 4700 4750 50']);
    // Before the advance, and before the payment, of which the gain or loss is posted and not counted again.
    expect(await figuresOn(manager, '2026-04-15')).toEqual(['Bela USD 6000 5400 4800 -600']);
    expect(await figuresOn(manager, '2026-03-31')).toEqual(['Bela USD 10000 9000  ']);
    expect(await figuresOn(manager, '2026-02-28')).toEqual([]);
  });

  it('adds up by billing entity and currency to the ledger, leaves out the base currency, and is exported', async () => {
    const filter = { asOf: '2026-04-30', entityId: fixture.entityId };
    const { total, sums } = await admin.call(revaluation.total, { filter });
    expect(total).toBe(2);
    expect(sums).toMatchObject([
      {
        currency: 'USD',
        baseCurrency: 'EUR',
        balance: 7_000,
        bookValue: 6_700,
        value: 5_600,
        difference: -1_100,
        rate: '0.8',
        rateOn: '2026-04-01',
      },
    ]);
    const { rows } = await api.ownerPool.query<{ base: number }>(
      `select sum(base_debit - base_credit)::int as base from journal_line line join ledger_account account on account.id = line.account_id
       where (system_key = 'receivable' or is_advance) and currency = 'USD' and entry_date <= '2026-04-30'`,
    );
    expect(rows).toEqual([{ base: 6_700 }]);
    const file = await admin.inject({ url: '/api/v1/revaluation/export?format=csv&filter[asOf]=2026-04-30' });
    expect(file.body.trim().split('\r\n')).toHaveLength(3);
    expect(file.body).toContain('50.00,EUR,47.00,40.00,-7.00');
  });

  it('is found by client and filters, and refused for a day that has not begun', async () => {
    const clients = async (query: Parameters<typeof admin.call<typeof revaluation.list>>[1]) =>
      (await admin.call(revaluation.list, query)).rows.map(({ client }) => client.label);
    expect(await clients({ q: 'bel' })).toEqual(['Bela']);
    expect(await clients({ filter: { crmId: manager.id } })).toEqual(['Bela']);
    expect(await clients({ filter: { currency: 'EUR' } })).toEqual([]);
    expect(await clients({ sort: '-name' })).toEqual((await clients({})).toReversed());
    const { errors } = await admin.refused(revaluation.list, { filter: { asOf: '2199-01-01' } });
    expect(errors).toEqual({ 'filter.asOf': [{ code: 'DATE_FUTURE', params: {} }] });
  });
});
