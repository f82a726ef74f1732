import { screen, waitFor, within } from '@testing-library/react';
import { clientLedgers, type ClientLedger } from '@daybook/contracts/billing/client-ledgers/client-ledgers';
import { lookups } from '@daybook/contracts/lookups';
import { minor } from '@daybook/contracts/money/money';
import { statements } from '@daybook/contracts/receivables/statements/statements';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import texts from '../test/texts.ts';
import { client, entity, issued, lookupRows, receipt } from '../test/billing-records.ts';
import ClientLedgerScreen from './client-ledger.tsx';

const invoice = { id: issued.id, label: issued.number };
const paid = { id: receipt.id, label: receipt.number };
const ledger: ClientLedger = {
  client,
  entity,
  currency: 'EUR',
  from: '2026-11-01',
  asOf: '2026-11-20',
  opening: minor(10_000),
  debit: minor(120_000),
  credit: minor(100_000),
  closing: minor(30_000),
  pageSize: 100,
  next: null,
  previous: null,
  rows: [
    {
      date: '2026-11-05',
      kind: 'invoice',
      document: invoice,
      documentKind: 'invoice',
      dueDate: '2026-12-05',
      debit: minor(120_000),
      credit: minor(0),
      balance: minor(130_000),
    },
    {
      date: '2026-11-19',
      kind: 'receipt',
      document: paid,
      documentKind: 'receipt',
      dueDate: null,
      debit: minor(0),
      credit: minor(90_000),
      balance: minor(40_000),
    },
    {
      date: '2026-11-19',
      kind: 'withheld',
      document: paid,
      documentKind: 'receipt',
      dueDate: null,
      debit: minor(0),
      credit: minor(10_000),
      balance: minor(30_000),
    },
  ],
};

const at = {
  path: `/app/reports/client_ledgers?clientId=${client.id}&from=2026-11-01&asOf=2026-11-20`,
  route: '/app/reports/client_ledgers',
  texts: { billing: texts },
};

const cellsOf = (name: string) => {
  const row = screen.getByText(name).closest('tr') as HTMLElement;
  return within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);
};

describe('the client ledger', () => {
  it('runs from the opening to the closing balance, with a dash for zero and withheld tax on a line of its own', async () => {
    fakeServer(clientLedgers, {
      find: () => [{ entity, currency: 'EUR', balance: 30_000 }],
      open: () => ledger,
    }).also(lookups, { find: ({ input }) => lookupRows(input) });
    await renderScreen(<ClientLedgerScreen />, at);
    await screen.findByText('Opening balance');
    expect(cellsOf('Opening balance').at(-1)).toBe('100.00');
    expect(cellsOf('Closing balance').slice(-3)).toEqual(['1,200.00', '1,000.00', '300.00']);
    const rows = screen.getAllByRole('row').map((row) => row.textContent);
    expect(rows[2]).toContain('1,200.00–1,300.00');
    expect(rows[4]).toContain('Tax withheld R-2026-0007');
    expect(rows[4]).toContain('–100.00300.00');
    expect(screen.getByRole('link', { name: issued.number })).toHaveAttribute(
      'href',
      `/app/invoices/view-invoice/${issued.id}`,
    );
  });

  it('asks for the currency when there are several, and keeps the choice in the address', async () => {
    const server = fakeServer(clientLedgers, {
      find: () => [
        { entity, currency: 'EUR', balance: 0 },
        { entity, currency: 'USD', balance: 0 },
      ],
      open: ({ input }) => ({ ...ledger, currency: input.currency }),
    }).also(lookups, { find: ({ input }) => lookupRows(input) });
    const { user, address } = await renderScreen(<ClientLedgerScreen />, at);
    await user.click(await screen.findByRole('combobox', { name: 'Billing entity and currency' }));
    await user.click(await screen.findByText('Daybook Paris · USD'));
    await waitFor(() => expect(address()).toContain('currency=USD'));
    await waitFor(() => expect(server.requestsTo(clientLedgers.open).at(-1)?.input['currency']).toBe('USD'));
  });
});

it('the statement of open items is mailed to the contacts that take statements, beginning at the title of the page', async () => {
  const server = fakeServer(clientLedgers, {
    find: () => [{ entity, currency: 'EUR', balance: 30_000 }],
    open: () => ledger,
  })
    .also(lookups, { find: ({ input }) => lookupRows(input) })
    .also(statements, {
      draft: () => ({
        canMail: true,
        subject: 'Statement of account',
        body: 'Dear Ada',
        contacts: [{ name: 'Ada', email: 'ada@client.example', send: 'to' as const }],
        balances: [{ currency: 'EUR', closing: 30_000 }],
      }),
      send: () => ({ sentTo: ['ada@client.example'], copiedTo: [] }),
    });
  const { user } = await renderScreen(<ClientLedgerScreen />, at);
  // From there the keyboard goes on to the buttons, and not through the menu.
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  await user.click(await screen.findByRole('combobox', { name: 'Kind of statement' }));
  await user.click(await screen.findByText('Statement of open items'));
  await user.click(screen.getByRole('button', { name: 'Send statement' }));
  await user.click(await screen.findByRole('button', { name: 'Send' }));
  await waitFor(() =>
    expect(server.requestsTo(statements.send).at(-1)?.input).toMatchObject({
      kind: 'open_items',
      clientId: client.id,
      sentTo: ['ada@client.example'],
      body: 'Dear Ada',
    }),
  );
});
