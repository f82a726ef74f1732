import { screen, waitFor, within } from '@testing-library/react';
import { invoiceApprovals } from '@daybook/contracts/billing/invoices/invoice-approvals';
import type { Invoice } from '@daybook/contracts/billing/invoices/invoice-record';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { history } from '@daybook/contracts/history';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import texts from '../test/texts.ts';
import { draft } from '../test/billing-records.ts';
import InvoiceRecord from './invoice-record.tsx';

const atRecord = {
  path: `/app/invoices/view-invoice/${draft.id}`,
  route: '/app/invoices/view-invoice/:id',
  texts: { billing: texts },
};
const at = '2026-11-20T10:00:00Z';
const own: Invoice = { ...draft, approval: { isNeeded: true, isOthers: false, steps: [] } };
const waiting = (isOthers: boolean): Invoice => ({
  ...draft,
  status: 'pending_approval',
  approval: { isNeeded: true, isOthers, steps: [{ step: 'asked', by: 'Asha Rao', at, reason: null }] },
});
const stepped = (
  status: Invoice['status'],
  step: 'approved' | 'sent_back',
  reason: string | null,
): Invoice => ({
  ...draft,
  status,
  approval: { isNeeded: true, isOthers: true, steps: [{ step, by: 'Kim Lee', at, reason }] },
});

const serve = (first: Invoice, steps: Partial<Record<keyof typeof invoiceApprovals, Invoice>> = {}) => {
  let now = first;
  const turn = (next?: Invoice) => () => (now = next ?? now);
  return fakeServer(invoices, { open: () => now })
    .also(history, { of: () => ({ events: [], earlier: null }) })
    .also(invoiceApprovals, {
      ask: turn(steps.ask),
      approve: turn(steps.approve),
      sendBack: turn(steps.sendBack),
    });
};

describe('a draft that needs approval', () => {
  it('cannot be issued by its author, who submits it instead', async () => {
    const server = serve(own, { ask: waiting(false) });
    const { user } = await renderScreen(<InvoiceRecord />, atRecord);
    await user.click(await screen.findByRole('button', { name: 'Ask for approval' }));
    expect(
      await screen.findByText('Asha Rao asked for approval; someone else has to approve.'),
    ).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Issue' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Approve' })).not.toBeInTheDocument();
    expect(server.requestsTo(invoiceApprovals.ask)[0]?.version).toBe(1);
  });

  it('can be issued after another person has approved it', async () => {
    serve(waiting(true), { approve: stepped('approved', 'approved', null) });
    const { user } = await renderScreen(<InvoiceRecord />, atRecord);
    await user.click(await screen.findByRole('button', { name: 'Approve' }));
    expect(
      await screen.findByText('Approved by Kim Lee. Editing the draft cancels the approval.'),
    ).toBeVisible();
    expect(screen.getByRole('button', { name: 'Issue' })).toBeVisible();
  });

  it('goes back with a reason, which its author reads', async () => {
    const server = serve(waiting(true), { sendBack: stepped('draft', 'sent_back', 'Wrong period') });
    const { user } = await renderScreen(<InvoiceRecord />, atRecord);
    await user.click(await screen.findByRole('button', { name: 'Send back' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByRole('textbox', { name: 'What has to be changed?' }), 'Wrong period');
    await user.click(dialog.getByRole('button', { name: 'Send back' }));
    expect(await screen.findByText('Sent back by Kim Lee')).toBeVisible();
    expect(screen.getByText('Wrong period')).toBeVisible();
    await waitFor(() =>
      expect(server.requestsTo(invoiceApprovals.sendBack)[0]).toMatchObject({
        version: 1,
        input: { reason: 'Wrong period' },
      }),
    );
  });
});
