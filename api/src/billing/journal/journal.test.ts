import { readFileSync } from 'node:fs';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { chartOfAccounts, journal, trialBalances } from '@daybook/contracts/billing/journal/journal';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { openBillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import type { BillingFixture } from '../../../test/fixtures/billing-fixture.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { Caller, TestApi } from '../../../test/test-api.ts';
import { requestOf } from '../../http/request-of.ts';

let api: TestApi;
let admin: Caller;
let fixture: BillingFixture;

beforeAll(async () => {
  api = await startTestApi();
  admin = await api.as({ userType: 'admin', keys: [] });
});
beforeEach(async () => {
  fixture = await openBillingFixture(api, await api.as({}));
});
afterAll(() => api.stop());

const listed = async (filter: object = {}) =>
  (await admin.call(journal.list, { filter: { entityId: fixture.entityId, ...filter } })).rows;

/** An invoice and a receipt with an immediate and a later allocation; everything but the invoice is reversed. */
async function someBooks(clerk: Caller) {
  const invoice = await fixture.issued(10_000);
  const receipt = await clerk.call(
    receipts.create,
    fixture.receipt(8_000, {
      receiptDate: '2026-03-05',
      allocations: [{ invoiceId: invoice.id, amount: 3_000 }],
    }),
  );
  await clerk.call(receipts.allocate, {
    id: receipt.id,
    date: '2026-03-06',
    allocations: [{ invoiceId: invoice.id, amount: 2_000 }],
  });
  await clerk.call(receipts.reverse, { id: receipt.id, date: '2026-03-07', reason: 'Recalled' });
  return { invoice, receipt };
}

describe('the journal', () => {
  it('lists entries by date, each with its document and client', async () => {
    const { invoice, receipt } = await someBooks(await api.as({}));
    const rows = await listed();
    const ofReceipt = { id: receipt.id, number: receipt.number, docKind: 'receipt' };
    expect(rows).toMatchObject([
      { date: '2026-03-07', source: 'reversal', document: ofReceipt, amount: 8_000 },
      { date: '2026-03-06', source: 'allocation', document: ofReceipt, amount: 2_000 },
      { date: '2026-03-05', source: 'receipt', document: ofReceipt, amount: 8_000 },
      {
        date: '2026-03-01',
        source: 'invoice',
        document: { id: invoice.id, number: invoice.number, docKind: 'tax_invoice' },
        amount: 10_000,
        baseCurrency: 'EUR',
      },
    ]);
    expect(new Set(rows.map(({ client }) => client?.id))).toEqual(new Set([fixture.clientId]));
  });

  it('is filtered by account, client, source and dates, and counted', async () => {
    const clerk = await api.as({});
    await someBooks(clerk);
    const elsewhere = await openBillingFixture(api, clerk, { entityId: fixture.entityId });
    await elsewhere.issued(500, { issueDate: '2026-05-01', dueDate: '2026-06-01' });
    const { rows: accounts } = await admin.call(chartOfAccounts.list, {});
    const bank = accounts.find(({ systemKey }) => systemKey === 'bank');
    const sources = async (filter: object) => (await listed(filter)).map(({ source }) => source);
    expect(await sources({ accountId: bank?.id })).toEqual(['reversal', 'receipt']);
    expect(await sources({ clientId: elsewhere.clientId })).toEqual(['invoice']);
    expect(await sources({ source: 'allocation' })).toEqual(['allocation']);
    expect(await sources({ from: '2026-03-02', to: '2026-03-05' })).toEqual(['receipt']);
    const filter = { entityId: fixture.entityId };
    expect(await admin.call(journal.total, { filter })).toEqual({ total: 5, isCapped: false });
    const pages: string[] = [];
    let cursor: string | null = null;
    do {
      const page: { rows: { id: string }[]; next: string | null } = await admin.call(journal.list, {
        filter,
        pageSize: 2,
        sort: 'date',
        ...(cursor !== null && { cursor }),
      });
      pages.push(...page.rows.map(({ id }) => id));
      cursor = page.next;
    } while (cursor !== null);
    expect(pages).toEqual((await listed()).map(({ id }) => id).toReversed());
  });

  it('opens an entry with its lines, which balance, and its reversal', async () => {
    const clerk = await api.as({});
    const invoice = await fixture.issued(10_000, { currency: 'USD', fxRate: '0.9' });
    const voided = { id: invoice.id, voidDate: '2026-03-02', reason: 'Wrong' };
    await clerk.call(invoices.void, voided, { version: invoice.version });
    const [mirror, original] = await listed();
    const entry = await admin.call(journal.open, { id: original?.id ?? '' });
    expect(entry).toMatchObject({ reversedBy: mirror?.id, reversalOf: null });
    const both = [
      {
        account: { systemKey: 'receivable' },
        client: { id: fixture.clientId },
        debit: 10_000,
        baseDebit: 9_000,
      },
      { account: { systemKey: 'income' }, client: null, credit: 10_000, baseCredit: 9_000, currency: 'USD' },
    ];
    expect(entry.lines).toMatchObject(both);
    expect(await admin.call(journal.open, { id: mirror?.id ?? '' })).toMatchObject({
      source: 'void',
      reversalOf: original?.id,
    });
  });

  it('is exported with a row for each line', async () => {
    await someBooks(await api.as({}));
    const filter = { entityId: fixture.entityId };
    const answer = await admin.inject(requestOf(journal.export, { filter, format: 'csv' }));
    const lines = answer.body.trim().split('\r\n');
    expect(lines[0]).toContain('Entry number,Date,Billing entity,Source,Document,Reason,Account');
    const counted = await api.ownerPool.query<{ count: number }>(
      'select count(*)::int as count from journal_line where entity_id = $1',
      [fixture.entityId],
    );
    expect(lines).toHaveLength(1 + (counted.rows[0]?.count ?? -1));
  });
});

const asked = (asOf: string) => admin.call(trialBalances.open, { entityId: fixture.entityId, asOf });
const heldOn = async (asOf: string) =>
  Object.fromEntries(
    (await asked(asOf)).rows.map(({ account, debit, credit }) => [account.systemKey ?? '', debit - credit]),
  );

describe('the trial balance', () => {
  it('balances on any day, and later entries do not change it', async () => {
    await someBooks(await api.as({}));
    expect(await heldOn('2026-03-01')).toEqual({ receivable: 10_000, income: -10_000 });
    expect(await heldOn('2026-03-05')).toEqual({
      bank: 8_000,
      receivable: 7_000,
      client_advance: -5_000,
      income: -10_000,
    });
    expect(await heldOn('2026-03-07')).toEqual({ receivable: 10_000, income: -10_000 });
    const { debit, credit, currency } = await asked('2026-03-05');
    expect([debit, credit, currency]).toEqual([15_000, 15_000, 'EUR']);
  });

  it('is in the base currency, and can be exported', async () => {
    await fixture.issued(10_000, { currency: 'JPY', fxRate: '0.0061' });
    expect(await heldOn('2026-12-31')).toEqual({ receivable: 6_100, income: -6_100 });
    const query = { entityId: fixture.entityId, asOf: '2026-12-31', format: 'csv' as const };
    const { body } = await admin.inject(requestOf(trialBalances.export, query));
    expect(body.split('\r\n')[1]).toContain(',2026-12-31,1100,Receivables,Asset,EUR,61.00,0.00');
  });
});

it('the books are open to admins only', async () => {
  const manager = await api.as({ userType: 'manager' });
  for (const [endpoint, input] of [
    [journal.list, {}],
    [trialBalances.open, { entityId: fixture.entityId, asOf: '2026-12-31' }],
    [chartOfAccounts.list, {}],
  ] as const)
    expect(await manager.refused(endpoint, input)).toMatchObject({ httpStatus: 403 });
});

it('every built-in account has a name in each language, under its key or its code', async () => {
  const { rows } = await admin.call(chartOfAccounts.list, {});
  for (const language of ['en', 'zh', 'fr', 'ja']) {
    const file = new URL(`../../../../remote-billing/src/locales/later/${language}.json`, import.meta.url);
    const texts = JSON.parse(readFileSync(file, 'utf8')) as Record<'account' | 'expenseAccount', object>;
    const named = rows.map(({ code, systemKey }) =>
      systemKey === null ? ['expenseAccount', code] : ['account', ...systemKey.split('.')],
    );
    for (const path of named) expect(texts).toHaveProperty(path);
  }
});
