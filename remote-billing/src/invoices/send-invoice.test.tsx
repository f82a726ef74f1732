import { act, screen, waitFor, within } from '@testing-library/react';
import { invoiceMails, type InvoiceMail } from '@daybook/contracts/billing/invoices/invoice-mails';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { refusedAddresses } from '@daybook/contracts/crm/contacts/refused-addresses';
import { history } from '@daybook/contracts/history';
import { Refusal } from '@daybook/contracts/refusals';
import { queryClient } from '@daybook/shared/query-client';
import { fakeServer, lostConnection } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import texts from '../test/texts.ts';
import { idOf, issued } from '../test/billing-records.ts';
import InvoiceRecord from './invoice-record.tsx';

const atRecord = {
  path: `/app/invoices/view-invoice/${issued.id}`,
  route: '/app/invoices/view-invoice/:id',
  texts: { billing: texts },
};
const letter = {
  nth: 1,
  subject: 'Facture F-2026-0042',
  body: 'Veuillez trouver ci-joint notre facture.',
  contacts: [
    { name: 'Ben', email: 'ben@acme.test', send: 'to' as const },
    { name: 'Aiko', email: 'aiko@acme.test', send: 'cc' as const },
  ],
  attachments: [{ id: idOf(70), label: 'order.pdf', type: 'application/pdf' as const, size: 2_500_000 }],
};
const sent: InvoiceMail = {
  nth: 1,
  sentTo: ['ben@acme.test'],
  copiedTo: ['aiko@acme.test'],
  subject: letter.subject,
  body: letter.body,
  by: 'Asha Rao',
  at: '2026-11-20T11:00:00Z',
  status: 'waiting',
  lastError: null,
  refused: [],
  files: ['order.pdf'],
};

const serve = (mails: Parameters<typeof fakeServer<typeof invoiceMails>>[1]) =>
  fakeServer(invoices, { open: () => issued })
    .also(history, { of: () => ({ events: [], earlier: null }) })
    .also(invoiceMails, {
      list: () => ({ canMail: true, rows: [] }),
      draft: () => letter,
      ...mails,
    });

const openLetter = async (user: Awaited<ReturnType<typeof renderScreen>>['user']) => {
  await user.click(await screen.findByRole('button', { name: 'Send' }));
  return within(await screen.findByRole('dialog', { name: 'Send F-2026-0042 to Acme SARL' }));
};

describe('sending an invoice', () => {
  it('sends one message to the contacts for billing, with a text that can be edited first', async () => {
    const server = serve({ send: () => sent });
    const { user } = await renderScreen(<InvoiceRecord />, atRecord);
    const dialog = await openLetter(user);
    const subject = dialog.getByRole('textbox', { name: 'Subject' });
    expect(subject).toHaveValue('Facture F-2026-0042');
    await user.type(subject, ' rectifiée');
    await user.click(dialog.getByRole('checkbox', { name: /^order\.pdf \(2\.4 MB\)$/ }));
    expect(dialog.getByText(/^At most 15 MB in total/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(server.requestsTo(invoiceMails.send)[0]?.input).toMatchObject({
      nth: 1,
      sentTo: ['ben@acme.test'],
      copiedTo: ['aiko@acme.test'],
      subject: 'Facture F-2026-0042 rectifiée',
      body: letter.body,
      attachmentIds: [idOf(70)],
    });
  });

  it('warns of the addresses that the mail server refused, proposed or typed', async () => {
    const server = serve({}).also(refusedAddresses, {
      find: ({ input }) =>
        input.addresses
          .filter((address) => address !== 'ben@acme.test')
          .map((address) => ({ address, at: '2026-05-03T09:00:00Z', reason: '550 5.1.1' })),
    });
    const { user } = await renderScreen(<InvoiceRecord />, atRecord);
    const dialog = await openLetter(user);
    const refused = within(
      await dialog.findByRole('list', { name: 'The mail server refused these addresses' }),
    );
    expect(refused.getByText('aiko@acme.test')).toBeVisible();
    await user.type(dialog.getByRole('combobox', { name: 'Copy to' }), 'Cyd@Acme.test{Enter}');
    expect(await refused.findByText('cyd@acme.test')).toBeVisible();
    expect(refused.queryByText('ben@acme.test')).not.toBeInTheDocument();
    expect(server.requestsTo(refusedAddresses.find)[0]?.input).toEqual({
      addresses: ['aiko@acme.test', 'ben@acme.test'],
    });
  });

  it('sends once by Ctrl+Enter inside To, with the address just typed there', async () => {
    const server = serve({ send: () => sent });
    const { user } = await renderScreen(<InvoiceRecord />, atRecord);
    const dialog = await openLetter(user);
    await user.type(dialog.getByRole('combobox', { name: 'To' }), 'cleo@acme.test');
    await user.keyboard('{Control>}{Enter}{/Control}{Control>}{Enter}{/Control}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    const requests = server.requestsTo(invoiceMails.send);
    expect(requests).toHaveLength(1);
    expect(requests[0]?.input['sentTo']).toEqual(['ben@acme.test', 'cleo@acme.test']);
  });

  it('keeps the number and the text when the invoice is read again meanwhile', async () => {
    let nth = 1;
    const server = serve({
      draft: () => ({ ...letter, nth }),
      send: ({ input }) => {
        if (input.nth !== nth) throw new Refusal('ALREADY_SENT');
        return sent;
      },
    });
    const { user } = await renderScreen(<InvoiceRecord />, atRecord);
    const dialog = await openLetter(user);
    await user.type(dialog.getByRole('textbox', { name: 'Subject' }), ' rectifiée');
    // Somebody else sends it, and the page reloads.
    nth = 2;
    await act(async () => queryClient.refetchQueries());
    await user.click(dialog.getByRole('button', { name: 'Send' }));
    expect(await dialog.findByText(/This document was sent in the meantime/)).toBeVisible();
    expect(dialog.getByRole('textbox', { name: 'Subject' })).toHaveValue('Facture F-2026-0042 rectifiée');
    expect(server.requestsTo(invoiceMails.send)).toHaveLength(1);
  });

  it('stays open when a read in the background fails', async () => {
    let isDown = false;
    serve({
      draft: () => {
        if (isDown) throw lostConnection();
        return letter;
      },
    });
    const { user } = await renderScreen(<InvoiceRecord />, atRecord);
    const dialog = await openLetter(user);
    await user.type(dialog.getByRole('textbox', { name: 'Subject' }), ' rectifiée');
    isDown = true;
    await act(async () => queryClient.refetchQueries());
    expect(dialog.getByRole('textbox', { name: 'Subject' })).toHaveValue('Facture F-2026-0042 rectifiée');
  });

  it('shows that somebody else has sent it meanwhile, and keeps the text', async () => {
    serve({
      send: () => {
        throw new Refusal('ALREADY_SENT');
      },
    });
    const { user } = await renderScreen(<InvoiceRecord />, atRecord);
    const dialog = await openLetter(user);
    await user.click(dialog.getByRole('button', { name: 'Send' }));
    expect(await dialog.findByText(/This document was sent in the meantime/)).toBeVisible();
    expect(dialog.getByRole('textbox', { name: 'Message' })).toHaveValue(letter.body);
  });

  it('shows the addressees, the sender, and a failed delivery', async () => {
    serve({
      list: () => ({
        canMail: true,
        rows: [{ ...sent, status: 'partial', refused: ['ben@acme.test'] }],
      }),
    });
    await renderScreen(<InvoiceRecord />, atRecord);
    const region = (await screen.findByRole('heading', { name: 'Sent' })).closest('section') as HTMLElement;
    expect(within(region).getByText('Not delivered to all')).toBeVisible();
    expect(within(region).getByText('Not delivered to ben@acme.test')).toBeVisible();
    expect(within(region).getByText('by Asha Rao')).toBeVisible();
  });

  it('is disabled where no mail server is set up, and the button explains that', async () => {
    serve({ list: () => ({ canMail: false, rows: [] }) });
    const { user } = await renderScreen(<InvoiceRecord />, atRecord);
    const button = await screen.findByRole('button', { name: 'Send' });
    await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'true'));
    await user.hover(button);
    expect(await screen.findByText('No mail server is set up')).toBeVisible();
    await user.click(button);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});
