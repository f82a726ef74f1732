import { screen, waitFor, within } from '@testing-library/react';
import {
  chartOfAccounts,
  journal,
  trialBalances,
  type JournalEntry,
  type LedgerAccount,
} from '@daybook/contracts/billing/journal/journal';
import { lookups } from '@daybook/contracts/lookups';
import { minor } from '@daybook/contracts/money/money';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import texts from '../test/texts.ts';
import fr from '../locales/later/fr.json';
import { client, entity, issued, lookupRows } from '../test/billing-records.ts';
import JournalEntryScreen from './journal-entry.tsx';
import JournalList from './journal-list.tsx';
import TrialBalanceScreen from './trial-balance.tsx';

const id = (n: number) => `018f2b1c-0000-7000-8000-00000000000${n}`;
const receivable: LedgerAccount = {
  id: id(1),
  code: '1100',
  name: 'Receivables',
  type: 'asset',
  subledger: 'client',
  systemKey: 'receivable',
  usual: null,
  active: true,
  keptByDocuments: true,
};
const travel: LedgerAccount = {
  id: id(2),
  code: '5400',
  name: 'Travel',
  type: 'expense',
  subledger: 'none',
  systemKey: null,
  usual: null,
  active: true,
  keptByDocuments: false,
};
const entry: JournalEntry = {
  id: id(3),
  date: '2026-11-05',
  entity,
  source: 'invoice',
  document: { id: issued.id, number: issued.number, docKind: 'tax_invoice' },
  client,
  reason: null,
  amount: minor(9_000),
  baseCurrency: 'EUR',
  postedAt: '2026-11-05T10:00:00Z',
  postedBy: 'Ada',
  reversalOf: null,
  reversedBy: id(4),
  lines: [
    {
      no: 1,
      account: receivable,
      client,
      person: null,
      department: null,
      currency: 'USD',
      debit: minor(10_000),
      credit: minor(0),
      baseDebit: minor(9_000),
      baseCredit: minor(0),
    },
  ],
};
const at = (path: string, route = path.split('?')[0] ?? '') => ({ path, route, texts: { billing: texts } });

describe('the journal', () => {
  it('lists entries with their documents, and filters by account', async () => {
    const server = fakeServer(journal, {
      list: () => ({ rows: [entry], pageSize: 20, next: null, previous: null }),
      total: () => ({ total: 1, isCapped: false }),
    })
      .also(chartOfAccounts, { list: () => ({ rows: [receivable, travel] }) })
      .also(lookups, { find: ({ input }) => lookupRows(input) });
    const { user } = await renderScreen(<JournalList />, at('/app/reports/journal'));
    expect(await screen.findByRole('link', { name: issued.number })).toHaveAttribute(
      'href',
      `/app/invoices/view-invoice/${issued.id}`,
    );
    await user.click(screen.getByRole('combobox', { name: 'Account' }));
    await user.click(await screen.findByText('1100 Receivables'));
    await waitFor(() =>
      expect(server.requestsTo(journal.list).at(-1)?.input).toMatchObject({
        filter: { accountId: receivable.id },
      }),
    );
  });

  it.each([
    ['advance_voucher', '/app/receipts/view-receipts/'],
    ['refund_voucher', '/app/receipts/view-receipts/'],
    ['credit_note', '/app/credit_nots/view-credit-note/'],
    ['expense_voucher', '/app/expenses?expense='],
  ])('links an entry of %s to its page', async (docKind, page) => {
    const of = { ...entry, document: { id: id(9), number: 'X-9', docKind } };
    fakeServer(journal, {
      list: () => ({ rows: [of], pageSize: 20, next: null, previous: null }),
      total: () => ({ total: 1, isCapped: false }),
    })
      .also(chartOfAccounts, { list: () => ({ rows: [] }) })
      .also(lookups, { find: ({ input }) => lookupRows(input) });
    await renderScreen(<JournalList />, at('/app/reports/journal'));
    expect(await screen.findByRole('link', { name: 'X-9' })).toHaveAttribute('href', page + id(9));
  });

  it('opens an entry in both currencies, and links to its reversal', async () => {
    fakeServer(journal, { open: () => entry });
    await renderScreen(
      <JournalEntryScreen />,
      at(`/app/reports/journal/${entry.id}`, '/app/reports/journal/:id'),
    );
    const table = await screen.findByRole('table', { name: 'Lines' });
    const cells = within(table)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent);
    expect(cells).toEqual(['1100 Receivables', client.label, '100.00', '–', '90.00', '–']);
    expect(screen.getByRole('link', { name: 'Open the entry' })).toHaveAttribute(
      'href',
      `/app/reports/journal/${id(4)}`,
    );
  });
});

describe('the trial balance', () => {
  it('names the accounts that came with Daybook in the person’s language, unless they were renamed', async () => {
    const usual = { ...travel, id: id(5), code: '5410', usual: '5410' };
    const renamed = { ...travel, id: id(6), code: '5420', name: 'Stationery' };
    fakeServer(trialBalances, {
      open: ({ input }) => ({
        entity,
        currency: 'EUR',
        asOf: input.asOf,
        rows: [receivable, usual, renamed].map((account) => ({
          account,
          department: null,
          debit: 0,
          credit: 0,
        })),
        debit: 0,
        credit: 0,
      }),
    }).also(lookups, { find: ({ input }) => lookupRows(input) });
    await renderScreen(<TrialBalanceScreen />, {
      ...at('/app/reports/trial_balance'),
      language: 'fr',
      texts: { billing: fr },
    });
    expect(await screen.findByRole('link', { name: '1100 Clients' })).toBeVisible();
    expect(screen.getByRole('link', { name: '5410 Déplacements' })).toBeVisible();
    expect(screen.getByRole('link', { name: '5420 Stationery' })).toBeVisible();
  });

  it('begins with the first entity, and links each account to its entries', async () => {
    const server = fakeServer(trialBalances, {
      open: ({ input }) => ({
        entity,
        currency: 'EUR',
        asOf: input.asOf,
        rows: [
          { account: receivable, department: null, debit: 9_000, credit: 0 },
          { account: travel, department: null, debit: 0, credit: 9_000 },
        ],
        debit: 9_000,
        credit: 9_000,
      }),
    }).also(lookups, { find: ({ input }) => lookupRows(input) });
    await renderScreen(<TrialBalanceScreen />, at('/app/reports/trial_balance?asOf=2026-11-20'));
    const link = await screen.findByRole('link', { name: '1100 Receivables' });
    expect(link.getAttribute('href')).toMatch(new RegExp(`^/app/reports/journal\\?.*${receivable.id}`));
    const rows = screen.getAllByRole('row').map(({ textContent }) => textContent);
    expect(rows.slice(1)).toEqual([
      '1100 ReceivablesAsset90.00–',
      '5400 TravelExpense–90.00',
      'Total90.0090.00',
    ]);
    expect(server.requestsTo(trialBalances.open)[0]?.input).toMatchObject({ asOf: '2026-11-20' });
  });

  it('shows what each department earned and spent, and what belongs to none', async () => {
    const tax = { id: id(7), label: 'Tax' };
    const server = fakeServer(trialBalances, {
      open: ({ input }) => ({
        entity,
        currency: 'EUR',
        asOf: input.asOf,
        rows: [
          { account: receivable, department: null, debit: 1_000, credit: 0 },
          { account: travel, department: tax, debit: 0, credit: 900 },
          { account: travel, department: null, debit: 0, credit: 100 },
        ],
        debit: 1_000,
        credit: 1_000,
      }),
    }).also(lookups, { find: ({ input }) => lookupRows(input) });
    const { user } = await renderScreen(<TrialBalanceScreen />, at('/app/reports/trial_balance'));
    await user.click(await screen.findByRole('checkbox', { name: 'By department' }));
    await waitFor(() =>
      expect(server.requestsTo(trialBalances.open).at(-1)?.input).toMatchObject({ byDepartment: 'true' }),
    );
    await waitFor(() =>
      expect(
        screen
          .getAllByRole('row')
          .map(({ textContent }) => textContent)
          .slice(1),
      ).toEqual([
        '1100 ReceivablesAsset–10.00–',
        '5400 TravelExpenseTax–9.00',
        '5400 TravelExpenseNo department–1.00',
        'Total10.0010.00',
      ]),
    );
  });
});
