import { screen, waitFor, within } from '@testing-library/react';
import { invoiceMails } from '@daybook/contracts/billing/invoices/invoice-mails';
import type { Invoice } from '@daybook/contracts/billing/invoices/invoice-record';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { writeOffs } from '@daybook/contracts/billing/settlement/write-offs';
import { history } from '@daybook/contracts/history';
import { minor } from '@daybook/contracts/money/money';
import { Refusal } from '@daybook/contracts/refusals';
import { chooseMore } from '@daybook/shared/test/choose-more';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import texts from '../test/texts.ts';
import { idOf, issued } from '../test/billing-records.ts';
import InvoiceRecord from './invoice-record.tsx';

const atRecord = {
  path: `/app/invoices/view-invoice/${issued.id}`,
  route: '/app/invoices/view-invoice/:id',
  texts: { billing: texts },
};
const partly: Invoice = {
  ...issued,
  status: 'part_paid',
  outstanding: minor(90_000),
  writtenOff: minor(30_000),
  writeOffs: [
    {
      id: idOf(50),
      date: '2026-11-25',
      amount: minor(30_000),
      reason: 'Insolvent',
      receipt: null,
      reversedOn: null,
    },
  ],
};

const serve = (invoice: Invoice, after: Partial<Record<keyof typeof writeOffs, () => Invoice>>) => {
  let now = invoice;
  const turn = (next?: () => Invoice) => () => (now = next?.() ?? now);
  return fakeServer(invoices, { open: () => now })
    .also(history, { of: () => ({ events: [], earlier: null }) })
    .also(invoiceMails, { list: () => ({ canMail: true, rows: [] }) })
    .also(writeOffs, { create: turn(after.create), takeBack: turn(after.takeBack) });
};

describe('writing off an invoice', () => {
  it('takes a part, a date and a reason, and shows them beside the settlements', async () => {
    const server = serve(issued, { create: () => partly });
    const { user } = await renderScreen(<InvoiceRecord />, atRecord);
    await chooseMore(user, 'Write off');
    const dialog = within(
      await screen.findByRole('dialog', { name: 'Write off the balance of F-2026-0042' }),
    );
    const amount = dialog.getByRole('textbox', { name: 'Amount' });
    expect(amount).toHaveValue('1,200.00');
    await user.clear(amount);
    await user.type(amount, '300');
    await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Insolvent');
    await user.click(dialog.getByRole('button', { name: 'Write off' }));
    expect(await screen.findByText('Written off: Insolvent')).toBeVisible();
    expect(server.requestsTo(writeOffs.create)[0]).toMatchObject({
      version: 2,
      input: { amount: 30_000, reason: 'Insolvent' },
    });
  });

  it('shows an error above the amount owed', async () => {
    serve(issued, {
      create: () => {
        throw new Refusal('ALLOC_EXCEEDS_TARGET', {}, { amount: [{ code: 'ALLOC_EXCEEDS_TARGET' }] });
      },
    });
    const { user } = await renderScreen(<InvoiceRecord />, atRecord);
    await chooseMore(user, 'Write off');
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Insolvent');
    await user.click(dialog.getByRole('button', { name: 'Write off' }));
    await waitFor(() => expect(dialog.getByRole('textbox', { name: 'Amount' })).toBeInvalid());
  });

  it('can be reversed, and the amount is owed again', async () => {
    const back = { ...issued, writeOffs: [{ ...partly.writeOffs[0], reversedOn: '2026-11-26' }] } as Invoice;
    const server = serve(partly, { takeBack: () => back });
    const { user } = await renderScreen(<InvoiceRecord />, atRecord);
    await user.click(await screen.findByRole('button', { name: 'Reverse' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Reverse the write-off of €300.00' }));
    await user.click(dialog.getByRole('button', { name: 'Reverse' }));
    expect(await screen.findByText('reversed 26 Nov 2026')).toBeVisible();
    expect(server.requestsTo(writeOffs.takeBack)[0]).toMatchObject({ version: 2 });
  });
});
