import { screen, waitFor, within } from '@testing-library/react';
import { unzipSync } from 'fflate';
import { invoiceMails } from '@daybook/contracts/billing/invoice-mails';
import { invoices } from '@daybook/contracts/billing/invoices';
import { Refusal } from '@daybook/contracts/refusals';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import { zipFiles } from '../common/zip-files.ts';
import texts from '../locales/en.json';
import { draft, idOf, issued } from '../test/billing-records.ts';
import InvoiceList from './invoice-list.tsx';

jest.setTimeout(30_000);

const at = { path: '/app/invoices', route: '/app/invoices', texts: { billing: texts } };
const early = { ...draft, id: idOf(31), issueDate: '2026-11-01', version: 4 };
const late = { ...draft, id: idOf(32), issueDate: '2026-11-09' };
const sent = { ...issued, id: idOf(33), number: 'F-1' };
const alone = { ...issued, id: idOf(34), number: 'F-2' };

const tickAll = async ({ user }: Awaited<ReturnType<typeof renderScreen>>) => {
  await screen.findByRole('link', { name: 'F-1' });
  await user.click(screen.getAllByRole('checkbox')[0] as HTMLElement);
};
const list = () => ({ rows: [late, early, sent, alone], pageSize: 20, next: null, previous: null });

describe('many invoices at once', () => {
  it('issues the drafts among them by their dates, and says how each came out', async () => {
    const server = fakeServer(invoices, {
      list,
      issue: ({ input }) => {
        const fields = { 'lines.0.sacHsn': [{ code: 'REQUIRED' as const }] };
        if (input.id === late.id) throw new Refusal('TAX_REGIME_BLOCK', {}, fields);
        return { ...issued, number: 'F-7' };
      },
    }).also(invoiceMails, { list: () => ({ canMail: true, rows: [] }) });
    const shown = await renderScreen(<InvoiceList />, at);
    await tickAll(shown);
    await shown.user.click(screen.getByRole('button', { name: 'Issue 2 drafts' }));
    const dialog = within(await screen.findByRole('dialog'));
    await shown.user.click(dialog.getByRole('button', { name: 'Issue' }));
    expect(await dialog.findByText('1 of 2 done, 1 refused')).toBeVisible();
    expect(server.requestsTo(invoices.issue).map(({ input, version }) => [input['id'], version])).toEqual([
      [early.id, 4],
      [late.id, late.version],
    ]);
    expect(dialog.getByRole('link', { name: 'F-7' })).toBeVisible();
    const fault = dialog.getByRole('link', { name: 'Line 1, SAC or HSN code' });
    expect(fault).toHaveAttribute('href', `/app/invoices/edit/${late.id}#lines_0_sacHsn`);
    expect(fault.closest('li')).toHaveTextContent('Line 1, SAC or HSN code: This is required');
    await shown.user.click(await dialog.findByRole('button', { name: 'Done' }));
    expect(await screen.findByRole('button', { name: 'Issue one draft' })).toBeVisible();
    await shown.user.click(screen.getByRole('button', { name: 'Clear selection' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Clear selection' })).toBeNull());
  });

  it('sends none where mail is not set up, and says so', async () => {
    fakeServer(invoices, { list }).also(invoiceMails, { list: () => ({ canMail: false, rows: [] }) });
    const shown = await renderScreen(<InvoiceList />, at);
    await tickAll(shown);
    const send = screen.getByRole('button', { name: 'Send 2 invoices' });
    await waitFor(() => expect(send).toHaveAttribute('aria-disabled', 'true'));
    await shown.user.click(send);
    expect(await screen.findByRole('tooltip')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('sends the issued ones to the contacts whom they are offered to', async () => {
    const letter = { nth: 1, subject: 'Your invoice', body: 'Dear' };
    const contact = { name: 'Ada', email: 'ada@client.test', send: 'to' as const };
    const server = fakeServer(invoices, { list }).also(invoiceMails, {
      list: () => ({ canMail: true, rows: [] }),
      draft: ({ input }) => ({ ...letter, contacts: input.id === sent.id ? [contact] : [] }),
      send: ({ input }) => ({
        ...letter,
        sentTo: input.sentTo,
        copiedTo: [],
        by: null,
        at: '2026-11-20T10:00:00Z',
        state: 'waiting' as const,
        lastError: null,
        refused: [],
      }),
    });
    const shown = await renderScreen(<InvoiceList />, at);
    await tickAll(shown);
    await shown.user.click(screen.getByRole('button', { name: 'Send 2 invoices' }));
    const dialog = within(await screen.findByRole('dialog'));
    await shown.user.click(dialog.getByRole('button', { name: 'Send' }));
    expect(await dialog.findByText('1 of 2 done, 1 refused')).toBeVisible();
    expect(dialog.getByText(/no contact with an e-mail/)).toBeVisible();
    expect(server.requestsTo(invoiceMails.send).map(({ input }) => input)).toMatchObject([
      { id: sent.id, nth: 1, sentTo: ['ada@client.test'], copiedTo: [] },
    ]);
  });

  it('keeps files of one name apart in an archive', async () => {
    const archive = zipFiles();
    expect(zipFiles().end()).toBeNull();
    for (const text of ['one', 'two']) await archive.add('draft.pdf', new Blob([text]));
    const zipped = archive.end() as Blob;
    const files = unzipSync(new Uint8Array(await zipped.arrayBuffer()));
    expect(Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes).toString()])).toEqual([
      ['draft.pdf', 'one'],
      ['draft (2).pdf', 'two'],
    ]);
  });
});
