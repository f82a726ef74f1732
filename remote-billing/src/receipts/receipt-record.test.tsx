import { screen, waitFor, within } from '@testing-library/react';
import { cheques } from '@daybook/contracts/billing/receipts/cheques';
import { receipts, type Receipt } from '@daybook/contracts/billing/receipts/receipts';
import { history } from '@daybook/contracts/history';
import { lookups } from '@daybook/contracts/lookups';
import { minor } from '@daybook/contracts/money/money';
import { exchangeRates } from '@daybook/contracts/settings/exchange-rates/exchange-rates';
import { chooseMore } from '@daybook/shared/test/choose-more';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import { today } from '@daybook/shared/today';
import texts from '../test/texts.ts';
import { idOf, issued, lookupRows, openInvoice, receipt } from '../test/billing-records.ts';
import ReceiptRecord from './receipt-record.tsx';

const cheque: Receipt = {
  ...receipt,
  mode: 'cheque',
  reference: null,
  instrumentNo: '000123',
  instrumentBank: 'First Bank',
  instrumentDate: '2026-11-19',
  allocated: minor(150_000),
  unallocated: minor(0),
};

const account = { id: idOf(900), label: 'FR76 …' };

async function showing(shown: Receipt, answers: Parameters<typeof fakeServer<typeof cheques>>[1] = {}) {
  const server = fakeServer(cheques, answers)
    .also(receipts, {
      open: () => shown,
      reverse: () => shown,
      basis: () => ({ today: '2026-11-20', baseCurrency: 'EUR', bankAccounts: [account] }),
    })
    .also(lookups, { find: ({ input }) => lookupRows(input) })
    .also(history, { of: () => ({ events: [], earlier: null }) });
  const page = await renderScreen(<ReceiptRecord />, {
    path: `/app/receipts/view-receipts/${shown.id}`,
    route: '/app/receipts/view-receipts/:receiptId',
    texts: { billing: texts },
  });
  return { server, ...page };
}

const older = openInvoice(21, 100_000, '2026-10-31');
const newer = openInvoice(22, 50_000, '2026-11-30');
const serverWith = (more: Parameters<typeof fakeServer<typeof receipts>>[1] = {}) =>
  fakeServer(receipts, {
    basis: () => ({ today: '2026-11-20', baseCurrency: 'EUR', bankAccounts: [account] }),
    openInvoices: () => [older, newer],
    open: () => receipt,
    ...more,
  })
    .also(lookups, { find: ({ input }) => lookupRows(input) })
    .also(history, { of: () => ({ events: [], earlier: null }) });

const atRecord = {
  path: `/app/receipts/view-receipts/${receipt.id}`,
  route: '/app/receipts/view-receipts/:receiptId',
  texts: { billing: texts },
};

const rowOf = (number: string) => () => screen.findByRole('textbox', { name: `Allocate to ${number}` });

describe('the page of a receipt', () => {
  it('allocates the remainder, and reverses one allocation', async () => {
    const server = serverWith({ allocate: () => receipt, unallocate: () => receipt });
    const { user } = await renderScreen(<ReceiptRecord />, atRecord);
    await user.click(await screen.findByRole('button', { name: 'Allocate the rest' }));
    expect(await screen.findByRole('textbox', { name: 'Allocate to F-2026-0021' })).toHaveValue('300.00');
    const dialog = within(screen.getByRole('dialog', { name: 'Allocate €300.00 of receipt R-2026-0007' }));
    await user.click(dialog.getByRole('button', { name: 'Allocate' }));
    await waitFor(() =>
      expect(server.requestsTo(receipts.allocate)[0]?.input['allocations']).toEqual([
        { invoiceId: older.id, amount: 30_000 },
      ]),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await user.click(screen.getByRole('button', { name: `Unapply from ${issued.number}` }));
    const second = within(await screen.findByRole('dialog'));
    await user.click(second.getByRole('button', { name: 'Unapply' }));
    await waitFor(() =>
      expect(server.requestsTo(receipts.unallocate)[0]?.input).toMatchObject({
        allocationId: receipt.allocations[0]?.id,
      }),
    );
  });

  it('shows the write-off beside an allocation', async () => {
    const allocations = receipt.allocations.map((one) => ({ ...one, writtenOff: 50 }));
    serverWith({ open: () => ({ ...receipt, allocations }) });
    await renderScreen(<ReceiptRecord />, atRecord);
    expect(await screen.findByText('€0.50 also written off')).toBeVisible();
  });

  it('proposes from the amounts open now, and offers nothing when none are open', async () => {
    let open = [older];
    serverWith({ openInvoices: () => open });
    const { user } = await renderScreen(<ReceiptRecord />, atRecord);
    const ask = async (shown: () => Promise<HTMLElement>) => {
      await user.click(await screen.findByRole('button', { name: 'Allocate the rest' }));
      await shown();
      return within(screen.getByRole('dialog', { name: /Allocate €300.00/ }));
    };
    const first = await ask(rowOf('F-2026-0021'));
    expect(first.getByRole('textbox', { name: 'Allocate to F-2026-0021' })).toHaveValue('300.00');
    await user.clear(first.getByRole('textbox', { name: 'Allocate to F-2026-0021' }));
    await user.click(first.getByRole('button', { name: 'Allocate' }));
    expect(await first.findByText('Enter an amount for at least one invoice')).toBeVisible();
    expect(first.getByRole('button', { name: 'Invoices settled' })).toBeVisible();
    await user.click(first.getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    open = [newer];
    const second = await ask(rowOf('F-2026-0022'));
    expect(second.getByRole('textbox', { name: 'Allocate to F-2026-0022' })).toHaveValue('300.00');
    expect(second.queryByRole('textbox', { name: 'Allocate to F-2026-0021' })).not.toBeInTheDocument();
    await user.click(second.getByRole('button', { name: 'Cancel' }));
    open = [];
    const third = await ask(() => screen.findByText(/no open invoices here/));
    expect(third.queryByRole('button', { name: 'Allocate' })).not.toBeInTheDocument();
    // The cross of the dialog has the same name as the button below.
    const [, close] = third.getAllByRole('button', { name: 'Close' });
    await user.click(close as HTMLElement);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    // The rest can settle nothing, so allocating it is no longer offered.
    expect(screen.queryByRole('button', { name: 'Allocate the rest' })).not.toBeInTheDocument();
  });

  it('is reversed by admins only, by its number and with a reason', async () => {
    const server = serverWith({ reverse: () => receipt });
    const { user, unmount } = await renderScreen(<ReceiptRecord />, atRecord);
    await chooseMore(user, 'Reverse');
    const dialog = within(
      await screen.findByRole('dialog', { name: 'Reverse receipt R-2026-0007: it keeps its number' }),
    );
    await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Sent twice');
    await user.click(dialog.getByRole('button', { name: 'Reverse' }));
    await waitFor(() =>
      expect(server.requestsTo(receipts.reverse)[0]?.input).toMatchObject({
        bounced: false,
        reason: 'Sent twice',
      }),
    );
    unmount();
    await renderScreen(<ReceiptRecord />, { ...atRecord, me: { roles: ['receipts.view', 'receipts.add'] } });
    expect(await screen.findByRole('button', { name: 'Allocate the rest' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'More actions' })).not.toBeInTheDocument();
  });
});

it('refunds the remainder, and offers no reversal once a part is refunded', async () => {
  const { user, unmount } = await showing(receipt);
  await user.click(await screen.findByRole('button', { name: 'Refund the rest' }));
  const dialog = within(await screen.findByRole('dialog', { name: /Refund the rest of receipt/ }));
  expect(dialog.getByRole('textbox', { name: 'Amount refunded' })).toHaveValue('300.00');
  unmount();
  const refund = {
    id: idOf(800),
    date: '2026-11-20',
    amount: minor(30_000),
    mode: 'bank' as const,
    reference: 'SEPA 9',
    number: 'RFV/2026/0001',
    bankAccount: null,
    fxRate: '1',
    amountInBase: minor(10_000),
    exchangeGain: minor(0),
    reversedOn: null,
  };
  const paid = { ...receipt, refunded: minor(30_000), unallocated: minor(0), refunds: [refund] };
  const { user: admin, server } = await showing(paid);
  server.also(receipts, { takeBackRefund: () => receipt });
  expect(await screen.findByText('SEPA 9')).toBeVisible();
  expect(screen.getByText('RFV/2026/0001')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'More actions' })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Refund the rest' })).not.toBeInTheDocument();
  await admin.click(screen.getByRole('button', { name: 'Reverse the refund of €300.00' }));
  const question = within(await screen.findByRole('dialog', { name: /Reverse the refund/ }));
  await admin.type(question.getByRole('textbox', { name: 'Reason' }), 'Never sent');
  await admin.click(question.getByRole('button', { name: 'Reverse' }));
  await waitFor(() =>
    expect(server.requestsTo(receipts.takeBackRefund)[0]?.input).toMatchObject({
      id: receipt.id,
      refundId: refund.id,
      reason: 'Never sent',
    }),
  );
});

describe('the page of a cheque', () => {
  it('offers the next step', async () => {
    const { user, server, unmount } = await showing(cheque, { deposit: () => cheque });
    expect(await screen.findByText('Cheque in hand')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Deposit' }));
    const dialog = within(await screen.findByRole('dialog', { name: /Deposit the cheque/ }));
    expect(await dialog.findByText(account.label)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Deposit' }));
    await waitFor(() =>
      expect(server.requestsTo(cheques.deposit)[0]?.input).toMatchObject({
        id: cheque.id,
        bankAccountId: account.id,
      }),
    );
    unmount();
    const deposited = await showing({ ...cheque, status: 'deposited', depositedOn: '2026-11-20' });
    expect(await screen.findByRole('button', { name: 'Mark as cleared' })).toBeVisible();
    await deposited.user.click(screen.getByRole('button', { name: 'More actions' }));
    expect(await screen.findByRole('menuitem', { name: 'Record a bounce' })).toBeVisible();
  });

  it('offers no bounce once it is cleared', async () => {
    const { user } = await showing({
      ...cheque,
      status: 'cleared',
      depositedOn: '2026-11-20',
      clearedOn: '2026-11-21',
    });
    await user.click(await screen.findByRole('button', { name: 'More actions' }));
    expect(await screen.findByRole('menuitem', { name: 'Reverse' })).toBeVisible();
    expect(screen.queryByRole('menuitem', { name: 'Record a bounce' })).not.toBeInTheDocument();
  });

  it('asks for the tax of a charge as soon as a charge is typed', async () => {
    const { user } = await showing(cheque);
    await chooseMore(user, 'Record a bounce');
    const dialog = within(await screen.findByRole('dialog', { name: /bounced/ }));
    expect(dialog.queryByRole('combobox', { name: 'Tax on the charge' })).not.toBeInTheDocument();
    await user.type(dialog.getByRole('textbox', { name: 'Charge for the bounce' }), '25');
    expect(await dialog.findByRole('combobox', { name: 'Tax on the charge' })).toBeVisible();
  });

  it('links a bounced cheque to the charge for the client', async () => {
    const bounceCharge = { id: idOf(41), amount: minor(2_500), status: 'open' as const, invoice: null };
    await showing({ ...cheque, status: 'bounced', bounceCharge });
    const link = await screen.findByRole('link', { name: 'Pending' });
    expect(link).toHaveAttribute('href', `/app/pending_invoices?filter[clientId]=${cheque.client.id}`);
    expect(screen.getByText('€25.00')).toBeVisible();
  });

  it('deposits a bounced cheque again, and links to the new receipt', async () => {
    const again = { ...cheque, id: idOf(601), number: 'R-2026-0008' };
    const bounced: Receipt = {
      ...cheque,
      status: 'bounced',
      reversal: { on: '2026-11-20', reason: 'No funds' },
    };
    const { user, address } = await showing(bounced, { redeposit: () => again });
    await user.click(await screen.findByRole('button', { name: 'Deposit again' }));
    const dialog = within(await screen.findByRole('dialog', { name: /Deposit the bounced cheque/ }));
    await user.click(dialog.getByRole('button', { name: 'Deposit again' }));
    await waitFor(() => expect(address()).toBe(`/app/receipts/view-receipts/${again.id}`));
  });

  it('deposits a cheque in another currency again at the rate of that day, into an active account', async () => {
    const bounced: Receipt = {
      ...cheque,
      status: 'bounced',
      currency: 'GBP',
      fxRate: '1.15',
      bankAccount: { id: idOf(901), label: 'Closed account' },
      reversal: { on: '2026-11-20', reason: 'No funds' },
    };
    const { user, server } = await showing(bounced, { redeposit: () => bounced });
    server.also(exchangeRates, { known: () => ({ known: { date: today(), rate: '1.19', source: 'ECB' } }) });
    await user.click(await screen.findByRole('button', { name: 'Deposit again' }));
    const dialog = within(await screen.findByRole('dialog', { name: /Deposit the bounced cheque/ }));
    await waitFor(() => expect(dialog.getByRole('textbox', { name: /Exchange rate/ })).toHaveValue('1.19'));
    await user.click(dialog.getByRole('combobox', { name: 'Bank account' }));
    await user.click(await screen.findByText('FR76 …', { selector: '.ant-select-item-option-content' }));
    await user.click(dialog.getByRole('button', { name: 'Deposit again' }));
    await waitFor(() =>
      expect(server.requestsTo(cheques.redeposit)[0]?.input).toEqual({
        id: bounced.id,
        receiptDate: today(),
        fxRate: '1.19',
        bankAccountId: account.id,
      }),
    );
  });
});
