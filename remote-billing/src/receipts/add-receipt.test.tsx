import { screen, waitFor, within } from '@testing-library/react';
import { Link, Route, Routes } from 'react-router-dom';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { renderScreen } from '@daybook/shared/test/render-screen';
import { steppingAside } from '../common/step-aside.ts';
import { idOf, issued, receipt } from '../test/billing-records.ts';
import AddReceipt from './add-receipt.tsx';
import { receiptSent } from './advance-of.ts';
import { atNewReceipt, newer, older, serveReceipts } from '../test/receipt-server.ts';

const field = (name: string) => screen.getByRole('textbox', { name });
const amountField = () => screen.findByRole('textbox', { name: 'Amount received' });

beforeEach(() => sessionStorage.clear());

describe('a new receipt', () => {
  it('shows a warning for a reference entered before, and can be posted all the same', async () => {
    const server = serveReceipts({
      sameReference: ({ input }) => ({
        rows: input.reference === 'SEPA 1' ? [{ ...receipt, receiptDate: '2026-11-19' }] : [],
        waiting: [],
      }),
    });
    const { user } = await renderScreen(<AddReceipt />, atNewReceipt);
    await user.type(await amountField(), '1200');
    await user.type(field('Reference'), 'SEPA 1');
    expect(await screen.findByText(/The same reference was entered before:/)).toBeVisible();
    const before = screen.getByRole('link', { name: receipt.number });
    expect(before.closest('[role="alert"]')).toHaveTextContent(
      new RegExp(`${receipt.number} · 19 Nov 2026 · €.* · ${receipt.client.label}`),
    );
    await user.click(screen.getByRole('button', { name: 'Post receipt' }));
    await waitFor(() => expect(server.requestsTo(receipts.create)).toHaveLength(1));
  });

  it('starts in the amount, since the client is known', async () => {
    serveReceipts();
    await renderScreen(<AddReceipt />, atNewReceipt);
    const amount = await amountField();
    await waitFor(() => expect(amount).toHaveFocus());
  });

  it('can be an advance voucher where advances are taxed, and shows the tax in the advance', async () => {
    const server = serveReceipts({
      advanceBasis: () => ({
        placeOfSupply: '27',
        taxCodes: [
          {
            id: idOf(950),
            label: 'GST 18 %',
            code: 'GST18',
            tax: {
              category: 'S',
              ratePct: '18',
              components: [
                { name: 'CGST', share: 1 },
                { name: 'SGST', share: 1 },
              ],
              roundingDir: 'half_up',
            },
          },
        ],
      }),
    });
    const { user } = await renderScreen(<AddReceipt />, atNewReceipt);
    await user.type(await amountField(), '1500');
    await waitFor(() => expect(field('Allocate to F-2026-0022')).toHaveValue('500.00'));
    await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Voucher' })).toBeNull());
    await user.clear(await amountField());
    await user.type(await amountField(), '2090');
    await user.click(await screen.findByRole('combobox', { name: 'Voucher' }));
    await user.click(await screen.findByTitle('Advance voucher, with tax'));
    await user.click(await screen.findByRole('combobox', { name: 'Tax code of the advance' }));
    await user.click(await screen.findByTitle('GST 18 %'));
    const held = within(await screen.findByRole('region', { name: 'Tax included in the advance' }));
    expect(held.getByText('€590.00')).toBeVisible();
    expect(held.getByText('€500.00')).toBeVisible();
    expect(held.getAllByText('€45.00')).toHaveLength(2);
    await user.click(screen.getByRole('button', { name: 'Post receipt' }));
    await waitFor(() => expect(server.requestsTo(receipts.create)).toHaveLength(1));
    expect(server.requestsTo(receipts.create)[0]?.input).toMatchObject({
      voucherKind: 'advance_voucher',
      advanceTaxCodeId: idOf(950),
    });
  });

  it('sends no voucher fields while there is no advance, and keeps them for later', () => {
    const chosen = {
      voucherKind: 'advance_voucher',
      advanceTaxCodeId: idOf(950),
      currency: 'EUR',
      amount: 100,
    };
    const allocated = { ...chosen, allocations: [{ invoiceId: idOf(1), amount: 100 }] };
    expect(receiptSent(allocated)).toMatchObject({ voucherKind: 'receipt', advanceTaxCodeId: null });
    expect(receiptSent({ ...chosen, allocations: [] })).toMatchObject({
      voucherKind: 'advance_voucher',
      advanceTaxCodeId: idOf(950),
    });
  });

  it('asks for the fields of a cheque, and forgets them in cash', async () => {
    const server = serveReceipts();
    const { user } = await renderScreen(<AddReceipt />, atNewReceipt);
    await user.type(await amountField(), '10');
    const choose = async (mode: string) => {
      await user.click(screen.getByRole('combobox', { name: 'Payment method' }));
      await user.click((await screen.findAllByText(mode)).at(-1) as HTMLElement);
    };
    await choose('Cheque');
    await user.type(await screen.findByRole('textbox', { name: 'Cheque number' }), '0042');
    await choose('Cash');
    expect(screen.queryByRole('textbox', { name: 'Cheque number' })).not.toBeInTheDocument();
    expect(screen.getByRole('combobox', { name: 'Cash received by' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Post receipt' }));
    await waitFor(() => expect(server.requestsTo(receipts.create)).toHaveLength(1));
    expect(server.requestsTo(receipts.create)[0]?.input).toMatchObject({ mode: 'cash', instrumentNo: null });
  });

  it('begins with the amount an invoice owes, less the tax to be withheld', async () => {
    const toSettle = { ...newer, id: issued.id, number: issued.number, withheldExpected: 5_000 };
    serveReceipts({ openInvoices: () => [{ ...older, withheldExpected: 10_000 }, toSettle] }).also(invoices, {
      open: () => ({ ...issued, outstanding: 50_000, withheldExpected: 5_000 }),
    });
    const { user } = await renderScreen(<AddReceipt />, {
      ...atNewReceipt,
      path: `/app/receipts/add?invoiceId=${issued.id}`,
    });
    expect(await amountField()).toHaveValue('450.00');
    expect(field('Tax withheld')).toHaveValue('50.00');
    await waitFor(() => expect(field(`Allocate to ${issued.number}`)).toHaveValue('500.00'));
    expect(field('Allocate to F-2026-0021')).toHaveValue('');
    await user.clear(await amountField());
    await user.type(await amountField(), '1350');
    await waitFor(() => expect(field('Tax withheld')).toHaveValue('150.00'));
    await waitFor(() => expect(field('Allocate to F-2026-0021')).toHaveValue('1,000.00'));
    await user.clear(field('Tax withheld'));
    await user.type(field('Tax withheld'), '40');
    await user.type(await amountField(), '{Backspace}');
    expect(field('Tax withheld')).toHaveValue('40.00');
  });

  it('is for the invoice it was opened from, and offers an unfinished receipt of another one', async () => {
    const theirs = {
      ...issued,
      id: idOf(77),
      client: { id: idOf(31), label: 'Atelier Rivoire' },
      outstanding: 9_900,
    };
    const server = serveReceipts({ openInvoices: () => [] }).also(invoices, {
      open: ({ input }) => (input.id === theirs.id ? theirs : { ...issued, outstanding: 50_000 }),
    });
    const first = await renderScreen(<AddReceipt />, {
      ...atNewReceipt,
      path: `/app/receipts/add?invoiceId=${issued.id}`,
    });
    await amountField();
    await first.user.type(field('Reference'), 'UTR 42');
    first.unmount();

    const { user, address } = await renderScreen(<AddReceipt />, {
      ...atNewReceipt,
      path: `/app/receipts/add?invoiceId=${theirs.id}`,
    });
    expect(await amountField()).toHaveValue('99.00');
    expect(field('Reference')).toHaveValue('');
    expect(await screen.findByText(/for Acme SARL, started on .* has not been saved/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Post receipt' }));
    await waitFor(() =>
      expect(server.requestsTo(receipts.create)[0]?.input).toMatchObject({
        clientId: idOf(31),
        amount: 9_900,
      }),
    );
    await waitFor(() => expect(address()).toBe(`/app/receipts/view-receipts/${receipt.id}`));
  });

  it('can change from one invoice to another without leaving the form', async () => {
    const theirs = { ...issued, id: idOf(77), outstanding: 9_900 };
    serveReceipts({ openInvoices: () => [] }).also(invoices, {
      open: ({ input }) => (input.id === theirs.id ? theirs : { ...issued, outstanding: 50_000 }),
    });
    const { user } = await renderScreen(
      <>
        <Link to={`/app/receipts/add?invoiceId=${theirs.id}`}>The other</Link>
        <AddReceipt />
      </>,
      { ...atNewReceipt, path: `/app/receipts/add?invoiceId=${issued.id}` },
    );
    await waitFor(async () => expect(await amountField()).toHaveValue('500.00'));
    await user.click(screen.getByRole('link', { name: 'The other' }));
    await waitFor(async () => expect(await amountField()).toHaveValue('99.00'));
  });

  it.each([
    ['back to the worklist from which it was opened', steppingAside, '/app/followup?filter[tab]=broken'],
    ['to the receipts if it was opened by its address', {}, '/app/receipts'],
  ])('leads %s on Esc', async (_where, state, address) => {
    serveReceipts();
    const { user, address: reached } = await renderScreen(
      <Routes>
        <Route path="/app/receipts/add" element={<AddReceipt />} />
        <Route
          path="*"
          element={
            <Link to={atNewReceipt.path} {...state}>
              The receipt
            </Link>
          }
        />
      </Routes>,
      { ...atNewReceipt, path: '/app/followup?filter[tab]=broken', route: '*' },
    );
    await user.click(screen.getByRole('link', { name: 'The receipt' }));
    await waitFor(async () => expect(await amountField()).toHaveFocus());
    await user.keyboard('{Escape}');
    await waitFor(() => expect(decodeURIComponent(reached())).toBe(address));
  });
});
