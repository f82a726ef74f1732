import { screen, waitFor, within } from '@testing-library/react';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { refuseField } from '@daybook/contracts/refusals';
import { renderScreen } from '@daybook/shared/test/render-screen';
import { client, idOf, receipt } from '../test/billing-records.ts';
import AddReceipt from './add-receipt.tsx';
import { atNewReceipt, newer, older, serveReceipts } from '../test/receipt-server.ts';

const field = (name: string) => screen.getByRole('textbox', { name });
const amountField = () => screen.findByRole('textbox', { name: 'Amount received' });

beforeEach(() => sessionStorage.clear());

describe('the allocations of a new receipt', () => {
  it('settle the invoices of the payer’s group, each with the name of its client', async () => {
    const theirs = { ...newer, client: { id: idOf(31), label: 'Atelier Rivoire' } };
    const server = serveReceipts({ openInvoices: () => [older, theirs] });
    const { user } = await renderScreen(<AddReceipt />, atNewReceipt);
    await user.type(await amountField(), '1500');
    expect(await screen.findByText('Atelier Rivoire')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Post receipt' }));
    await waitFor(() =>
      expect(server.requestsTo(receipts.create)[0]?.input).toMatchObject({
        clientId: client.id,
        allocations: [
          { invoiceId: older.id, amount: 100_000 },
          { invoiceId: theirs.id, amount: 50_000 },
        ],
      }),
    );
    expect(server.requestsTo(receipts.openInvoices).at(-1)?.input).toMatchObject({ whose: 'group' });
  });

  it('are proposed for the oldest due first, follow the amount, and show the advance', async () => {
    const server = serveReceipts();
    const { user, address } = await renderScreen(<AddReceipt />, atNewReceipt);
    await user.type(await amountField(), '1200');
    await waitFor(() => expect(field('Allocate to F-2026-0021')).toHaveValue('1,000.00'));
    expect(field('Allocate to F-2026-0022')).toHaveValue('200.00');
    await user.clear(await amountField());
    await user.type(await amountField(), '1800');
    expect(await screen.findByText('€1,500.00 allocated, €300.00 remains as an advance')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Post receipt' }));
    await waitFor(() => expect(address()).toBe(`/app/receipts/view-receipts/${receipt.id}`));
    expect(server.requestsTo(receipts.create)[0]?.input).toMatchObject({
      amount: 180_000,
      currency: 'EUR',
      mode: 'bank',
      bankAccountId: idOf(900),
      allocations: [
        {
          invoiceId: older.id,
          amount: 100_000,
        },
        {
          invoiceId: newer.id,
          amount: 50_000,
        },
      ],
    });
  });

  it('stay as typed when the amount changes, until the person asks for a new proposal', async () => {
    serveReceipts();
    const { user } = await renderScreen(<AddReceipt />, atNewReceipt);
    await user.type(await amountField(), '1200');
    await waitFor(() => expect(field('Allocate to F-2026-0021')).toHaveValue('1,000.00'));
    await user.clear(field('Allocate to F-2026-0021'));
    await user.clear(field('Allocate to F-2026-0022'));
    await user.type(field('Allocate to F-2026-0022'), '600');
    expect(await screen.findByText(/more than the outstanding amount/i)).toBeVisible();
    await user.clear(field('Allocate to F-2026-0022'));
    await user.type(field('Allocate to F-2026-0022'), '100');
    expect(screen.getByText('€100.00 allocated, €1,100.00 remains as an advance')).toBeVisible();
    await user.type(field('Tax withheld'), '50');
    expect(await screen.findByText('€100.00 allocated, €1,150.00 remains as an advance')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Propose again, oldest first' }));
    await waitFor(() => expect(field('Allocate to F-2026-0022')).toHaveValue('250.00'));
  });

  it('follow the amount again in a restored receipt, unless they were typed', async () => {
    const server = serveReceipts();
    const first = await renderScreen(<AddReceipt />, atNewReceipt);
    await first.user.type(await amountField(), '100');
    await waitFor(() => expect(field('Allocate to F-2026-0021')).toHaveValue('100.00'));
    await first.user.type(field('Reference'), 'SEPA 1');
    first.unmount();
    const second = await renderScreen(<AddReceipt />, atNewReceipt);
    await second.user.clear(await amountField());
    await second.user.type(await amountField(), '900');
    await waitFor(() => expect(field('Allocate to F-2026-0021')).toHaveValue('900.00'));
    await second.user.clear(field('Allocate to F-2026-0021'));
    await second.user.type(field('Allocate to F-2026-0021'), '300');
    second.unmount();
    const { user } = await renderScreen(<AddReceipt />, atNewReceipt);
    await user.clear(await amountField());
    await user.type(await amountField(), '950');
    expect(await screen.findByText('€300.00 allocated, €650.00 remains as an advance')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Post receipt' }));
    await waitFor(() => expect(server.requestsTo(receipts.create)).toHaveLength(1));
    expect(Object.keys(server.requestsTo(receipts.create)[0]?.input ?? {})).not.toContain('allocatedByHand');
  });

  it('show the server’s refusal on its row', async () => {
    serveReceipts({
      create: () => {
        throw refuseField('ALLOC_EXCEEDS_TARGET', 'allocations.0.amount');
      },
    });
    const { user } = await renderScreen(<AddReceipt />, atNewReceipt);
    await user.type(await amountField(), '500');
    await waitFor(() => expect(field('Allocate to F-2026-0021')).toHaveValue('500.00'));
    await user.click(screen.getByRole('button', { name: 'Post receipt' }));
    const row = field('Allocate to F-2026-0021').closest('li') as HTMLElement;
    expect(await within(row).findByRole('alert')).toHaveTextContent('More than the outstanding amount');
    expect(screen.getByRole('button', { name: 'Allocate to F-2026-0021' })).toBeVisible();
  });

  it('write off a small remainder of an invoice', async () => {
    const server = serveReceipts();
    const { user } = await renderScreen(<AddReceipt />, atNewReceipt);
    await user.type(await amountField(), '999.50');
    const tick = await screen.findByRole('checkbox', { name: 'Write off the rest (€0.50)' });
    await user.click(tick);
    expect(tick).toBeChecked();
    await user.clear(field('Allocate to F-2026-0021'));
    await user.type(field('Allocate to F-2026-0021'), '990');
    await waitFor(() => expect(screen.queryByRole('checkbox')).not.toBeInTheDocument());
    await user.clear(field('Allocate to F-2026-0021'));
    await user.type(field('Allocate to F-2026-0021'), '999.50');
    await user.click(await screen.findByRole('checkbox', { name: 'Write off the rest (€0.50)' }));
    await user.click(screen.getByRole('button', { name: 'Post receipt' }));
    await waitFor(() => expect(server.requestsTo(receipts.create)).toHaveLength(1));
    expect(server.requestsTo(receipts.create)[0]?.input['allocations']).toEqual([
      { invoiceId: older.id, amount: 99_950, writeOffRemainder: true },
    ]);
  });
});
