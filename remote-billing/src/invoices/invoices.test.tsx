import { screen, waitFor, within } from '@testing-library/react';
import type { Invoice } from '@daybook/contracts/billing/invoices/invoice-record';
import { invoiceMails } from '@daybook/contracts/billing/invoices/invoice-mails';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { history } from '@daybook/contracts/history';
import { Refusal } from '@daybook/contracts/refusals';
import { chooseMore } from '@daybook/shared/test/choose-more';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import texts from '../test/texts.ts';
import { basis, draft, idOf, issued, receipt } from '../test/billing-records.ts';
import InvoiceList from './invoice-list.tsx';
import InvoiceRecord from './invoice-record.tsx';

const atList = { path: '/app/invoices', route: '/app/invoices', texts: { billing: texts } };
const atRecord = {
  path: `/app/invoices/view-invoice/${draft.id}`,
  route: '/app/invoices/view-invoice/:id',
  texts: { billing: texts },
};
const preview = {
  net: 100_000,
  tax: 20_000,
  rounding: 0,
  total: 120_000,
  prepaid: 0,
  payable: 120_000,
  withheldExpected: 0,
  taxGroups: draft.taxGroups,
  nextNumber: 'F-2026-0042',
  creditExceeded: null,
  refusals: {},
  warnings: [
    {
      code: 'CHRONOLOGY_VIOLATION' as const,
      params: { last: '2026-11-25' },
    },
  ],
};

/** A record's page also reads its history and its mails. */
const serve = (handlers: Parameters<typeof fakeServer<typeof invoices>>[1]) =>
  fakeServer(invoices, handlers)
    .also(history, { of: () => ({ events: [], earlier: null }) })
    .also(invoiceMails, { list: () => ({ canMail: true, rows: [] }) });

describe('the list of invoices', () => {
  it('names a row by its number or as a draft, and shows overdue rows in words', async () => {
    const late = { ...issued, id: draft.id.replace('1', '2'), isOverdue: true };
    serve({
      list: () => ({ rows: [draft, late], pageSize: 20, next: null, previous: null }),
      total: () => ({
        total: 2,
        isCapped: false,
        sums: [{ currency: 'EUR', amount: 123_450, open: 23_450 }],
      }),
    });
    const { user, address } = await renderScreen(<InvoiceList />, atList);
    expect(await screen.findByRole('link', { name: 'Draft' })).toHaveAttribute(
      'href',
      `/app/invoices/view-invoice/${draft.id}`,
    );
    const row = screen.getByRole('link', { name: issued.number }).closest('tr') as HTMLElement;
    expect(within(row).getByText('Overdue')).toBeVisible();
    await user.click(within(row).getByRole('link', { name: `Receive payment for ${issued.number}` }));
    expect(address()).toBe(`/app/receipts/add?invoiceId=${late.id}`);
  });

  it('shows twenty rows with at most 600 elements, which a slow machine draws at once', async () => {
    const rows = Array.from({ length: 20 }, (_, no) => ({ ...issued, id: idOf(100 + no), isOverdue: true }));
    serve({
      list: () => ({ rows, pageSize: 20, next: null, previous: null }),
      total: () => ({
        total: 20,
        isCapped: false,
        sums: [{ currency: 'EUR', amount: 123_450, open: 23_450 }],
      }),
    });
    await renderScreen(<InvoiceList />, atList);
    const table = await screen.findByRole('table');
    await waitFor(() => expect(within(table).getAllByRole('row')).toHaveLength(21));
    expect(table.querySelectorAll('*').length).toBeLessThanOrEqual(600);
  });

  it('keeps the overdue filter in the address', async () => {
    const server = serve({
      list: () => ({ rows: [issued], pageSize: 20, next: null, previous: null }),
      total: () => ({
        total: 1,
        isCapped: false,
        sums: [{ currency: 'EUR', amount: 123_450, open: 23_450 }],
      }),
    });
    const { user, address } = await renderScreen(<InvoiceList />, atList);
    await user.click(await screen.findByRole('button', { name: 'Overdue' }));
    await waitFor(() => expect(address()).toBe('/app/invoices?filter[overdue]=true'));
    expect(server.requestsTo(invoices.list).at(-1)?.input['filter']).toEqual({ overdue: 'true' });
  });
});

describe('the page of an invoice', () => {
  it('shows prices with the decimals of the currency, and no discount of zero', async () => {
    const [line] = draft.lines;
    const lines = [
      { ...line, id: idOf(11), discountPct: '10' },
      { ...line, id: idOf(12), unitPrice: '0.125', discountPct: '0' },
    ] as Invoice['lines'];
    serve({ open: () => ({ ...draft, lines }) });
    await renderScreen(<InvoiceRecord />, atRecord);
    const [first, second] = within(await screen.findByRole('table', { name: 'Lines' }))
      .getAllByRole('row')
      .filter((row) => row.textContent?.includes('Audit 2026'));
    expect(first).toHaveTextContent('200.00');
    expect(first).toHaveTextContent('10%');
    expect(second).toHaveTextContent('0.125');
    expect(second).toHaveTextContent('–');
    expect(second).not.toHaveTextContent('0%');
  });

  it('issues a draft after a preview of its number and its warnings', async () => {
    let now = draft;
    const server = serve({
      open: () => now,
      preview: () => preview,
      issue: () => (now = issued),
    });
    const { user } = await renderScreen(<InvoiceRecord />, atRecord);
    await user.click(await screen.findByRole('button', { name: 'Issue' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Issue the invoice to Acme SARL' }));
    expect(await dialog.findByText('F-2026-0042')).toBeVisible();
    expect(
      dialog.getByText(/A later invoice was already issued in this series, on 25 Nov 2026/),
    ).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Issue' }));
    expect(await screen.findByRole('heading', { name: 'Invoice F-2026-0042' })).toBeVisible();
    expect(server.requestsTo(invoices.issue)[0]?.version).toBe(1);
    expect(screen.getByRole('link', { name: 'Receive payment' })).toBeVisible();
  });

  it('lists line by line why it cannot be issued, and links to the editor', async () => {
    serve({
      open: () => draft,
      preview: () => preview,
      issue: () => {
        throw new Refusal('TAX_REGIME_BLOCK', {}, { 'lines.0.sacHsn': [{ code: 'HSN_MISSING' }] });
      },
    });
    const { user } = await renderScreen(<InvoiceRecord />, atRecord);
    await user.click(await screen.findByRole('button', { name: 'Issue' }));
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByText('F-2026-0042');
    await user.click(dialog.getByRole('button', { name: 'Issue' }));
    expect(await dialog.findByText(/This line needs a SAC or HSN code/)).toBeVisible();
    expect(dialog.getByRole('link', { name: 'Line 1, SAC or HSN code' })).toHaveAttribute(
      'href',
      `/app/invoices/edit/${draft.id}#lines_0_sacHsn`,
    );
  });

  it('lists refusals before it is issued, and links to their fields', async () => {
    const server = serve({
      open: () => draft,
      preview: () => ({ ...preview, refusals: { 'lines.0.sacHsn': [{ code: 'HSN_MISSING' }] } }),
    });
    const { user, address } = await renderScreen(<InvoiceRecord />, atRecord);
    await user.click(await screen.findByRole('button', { name: 'Issue' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText(/This line needs a SAC or HSN code/)).toBeVisible();
    expect(dialog.queryByRole('button', { name: 'Issue' })).not.toBeInTheDocument();
    const mend = dialog.getByRole('button', { name: 'Edit the draft' });
    await waitFor(() => expect(mend).toHaveFocus());
    await user.keyboard('{Enter}');
    await waitFor(() => expect(address()).toBe(`/app/invoices/edit/${draft.id}`));
    expect(server.requestsTo(invoices.issue)).toEqual([]);
  });

  it('asks an admin for the reason to exceed a credit limit, and offers nothing to others', async () => {
    const figures = { limit: 500_000, balance: 450_000, others: [{ currency: 'USD', balance: 1_000 }] };
    const creditExceeded = { currency: 'EUR', rule: 'block' as const, figures };
    const server = serve({
      open: () => draft,
      preview: () => ({ ...preview, creditExceeded }),
      issue: () => ({ ...issued, creditLimitReason: 'Paid on Friday' }),
    });
    const { user } = await renderScreen(<InvoiceRecord />, atRecord);
    await user.click(await screen.findByRole('button', { name: 'Issue' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(
      await dialog.findByText(/^Limit €5,000.00 · balance €4,500.00 · with this document €5,700.00/),
    ).toBeVisible();
    expect(dialog.getByText(/in other currencies: .*10.00/)).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Issue' })).toBeDisabled();
    await user.type(dialog.getByRole('textbox'), 'Paid on Friday');
    await user.click(dialog.getByRole('button', { name: 'Issue' }));
    await waitFor(() =>
      expect(server.requestsTo(invoices.issue)[0]?.input).toMatchObject({
        creditLimitReason: 'Paid on Friday',
      }),
    );
  });

  it('voids it by its number, with a date and a reason', async () => {
    const server = serve({
      open: () => issued,
      void: () => ({ ...issued, status: 'void' as const }),
    });
    const { user } = await renderScreen(<InvoiceRecord />, atRecord);
    await chooseMore(user, 'Void');
    const dialog = within(
      await screen.findByRole('dialog', { name: 'Void invoice F-2026-0042: it keeps its number' }),
    );
    await user.click(dialog.getByRole('button', { name: 'Void' }));
    expect(await dialog.findByText('This is required')).toBeVisible();
    await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Wrong client');
    await user.click(dialog.getByRole('button', { name: 'Void' }));
    await waitFor(() =>
      expect(server.requestsTo(invoices.void)[0]).toMatchObject({
        version: 2,
        input: { reason: 'Wrong client' },
      }),
    );
  });

  it('offers nothing new for an erased client, whose debt can still be written off', async () => {
    serve({ open: () => ({ ...issued, clientErased: true }) });
    const { user } = await renderScreen(<InvoiceRecord />, atRecord);
    expect(await screen.findByRole('button', { name: 'PDF' })).toBeVisible();
    for (const name of [texts.invoice.receive, texts.creditIt, texts.copy.verb, texts.recurring.verb])
      expect(screen.queryByRole('link', { name })).toBeNull();
    for (const name of [texts.send.verb, 'Add a file'])
      expect(screen.queryByRole('button', { name })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'More actions' }));
    expect(await screen.findByRole('menuitem', { name: texts.writeOff.verb })).toBeVisible();
  });

  it('adds up in the base currency, including the rounding', async () => {
    const inBase = { net: 6_600_007, tax: 0, rounding: -3_507, total: 6_596_500 };
    serve({ open: () => ({ ...issued, baseCurrency: 'INR', fxRate: '94.25', inBase }) });
    await renderScreen(<InvoiceRecord />, atRecord);
    expect(await screen.findByRole('heading', { name: 'In INR' })).toBeVisible();
    for (const amount of ['₹66,000.07', '₹0.00', '-₹35.07', '₹65,965.00'])
      expect(screen.getByText(amount)).toBeVisible();
  });

  it('shows the place of supply of a draft as it will be issued', async () => {
    serve({ open: () => draft, basis: () => ({ ...basis, placeOfSupply: '27' }) });
    await renderScreen(<InvoiceRecord />, atRecord);
    expect(await screen.findByText('27 Maharashtra')).toBeVisible();
  });

  it('links the receipts that settle it, and then offers no void', async () => {
    serve({
      open: () => ({
        ...issued,
        status: 'part_paid' as const,
        outstanding: 20_000,
        settlements: [
          {
            date: '2026-11-19',
            amount: 100_000,
            withheldPart: 10_000,
            exchangeGain: 0,
            reversedOn: null,
            kind: 'receipt' as const,
            document: { id: receipt.id, label: receipt.number },
            payer: { id: idOf(9), label: 'Rivoire Holding' },
          },
        ],
      }),
    });
    const { user } = await renderScreen(<InvoiceRecord />, atRecord);
    expect(await screen.findByRole('link', { name: receipt.number })).toHaveAttribute(
      'href',
      `/app/receipts/view-receipts/${receipt.id}`,
    );
    expect(screen.getByText('of which withheld €100.00')).toBeVisible();
    expect(screen.getByText('paid by Rivoire Holding')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'More actions' }));
    expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
      'Write off',
    ]);
  });
});
