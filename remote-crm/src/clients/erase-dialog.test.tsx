import { screen, waitFor, within } from '@testing-library/react';
import { clientErasure } from '@daybook/contracts/crm/clients/client-erasure';
import type { ErasurePreview } from '@daybook/contracts/crm/clients/client-erasure';
import { clientDocuments } from '@daybook/contracts/crm/client-documents/client-documents';
import { clientFiles } from '@daybook/contracts/crm/clients/client-files';
import { clientNotes } from '@daybook/contracts/crm/clients/client-notes';
import { Refusal } from '@daybook/contracts/refusals';
import { chooseMore } from '@daybook/shared/test/choose-more';
import { renderScreen } from '@daybook/shared/test/render-screen';
import en from '../locales/en.json';
import { client, entity, idOf, server } from '../test/client-records.ts';
import ClientRecord from './client-record.tsx';

const atRecord = { texts: { crm: en }, path: `/app/view-client/${idOf(1)}`, route: '/app/view-client/:id' };

const preview = (patch: Partial<ErasurePreview> = {}): ErasurePreview => ({
  version: 3,
  obstacles: [],
  gone: [
    { kind: 'contacts', count: 1 },
    { kind: 'notes', count: 2 },
  ],
  emptied: [{ kind: 'tasks', count: 4 }],
  kept: [{ kind: 'invoices', count: 12 }],
  terms: [{ entity, years: 10, lastOn: '2026-04-05' }],
  ...patch,
});

const erased = client({ name: 'C-0001', status: 'inactive', erasedAt: '2026-06-01T10:00:00Z', contacts: [] });

async function openDialog() {
  const { user } = await renderScreen(<ClientRecord />, atRecord);
  await chooseMore(user, 'Erase data…');
  return { user, dialog: within(await screen.findByRole('dialog')) };
}

describe('the erasure of a client', () => {
  it('shows what goes and what stays, and asks for a reason and the code', async () => {
    const api = server(client()).also(clientErasure, { preview: () => preview(), erase: () => erased });
    const { user, dialog } = await openDialog();
    const list = async (name: string) =>
      within(await dialog.findByRole('list', { name }))
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent);
    expect(await list('Removed:')).toEqual(['1 contact', '2 notes']);
    expect(await list('Kept with dates and figures, without texts:')).toEqual(['4 tasks']);
    expect(await list('Kept unchanged, because the law requires it:')).toEqual([
      '12 issued invoices',
      'the audit log',
    ]);
    expect(dialog.getByText(/to be kept for at least 10 years/)).toBeVisible();
    const verb = dialog.getByRole('button', { name: 'Erase for ever' });
    expect(verb).toBeDisabled();
    await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Asked for by letter');
    expect(verb).toBeDisabled();
    await user.type(dialog.getByRole('textbox', { name: /C-0001/ }), 'C-0001');
    await user.click(verb);
    await waitFor(() =>
      expect(api.requestsTo(clientErasure.erase).map(({ input }) => input)).toEqual([
        { id: idOf(1), code: 'C-0001', reason: 'Asked for by letter' },
      ]),
    );
    expect(await screen.findByText('The data of Dupont & Fils is erased.')).toBeVisible();
  });

  it('says what is still open, and erases nothing', async () => {
    server(client()).also(clientErasure, {
      preview: () =>
        preview({
          obstacles: [
            { kind: 'invoices', count: 2 },
            { kind: 'tasks', count: 1 },
          ],
        }),
    });
    const { dialog } = await openDialog();
    expect(await dialog.findByText('2 invoices are not fully settled')).toBeVisible();
    expect(dialog.getByText('1 task is not finished')).toBeVisible();
    expect(dialog.queryByRole('textbox')).toBeNull();
    expect(dialog.getByRole('button', { name: 'Erase for ever' })).toBeDisabled();
  });

  it('shows in the dialog why it was refused', async () => {
    server(client()).also(clientErasure, {
      preview: () => preview(),
      erase: () => {
        throw new Refusal('CLIENT_NOT_SETTLED');
      },
    });
    const { user, dialog } = await openDialog();
    await user.type(await dialog.findByRole('textbox', { name: 'Reason' }), 'Asked');
    await user.type(dialog.getByRole('textbox', { name: /C-0001/ }), 'C-0001');
    await user.click(dialog.getByRole('button', { name: 'Erase for ever' }));
    expect(await dialog.findByText(/Something is still open with this client/)).toBeVisible();
  });

  it('leaves a record that says so and offers nothing new', async () => {
    server(erased);
    await renderScreen(<ClientRecord />, atRecord);
    expect(await screen.findByText('Erased')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Reactivate' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull();
  });

  it.each([
    ['notes', 'No notes yet.', 'Add note'],
    ['files', en.file.none, /^Add files/],
    ['documents', en.document.none, en.document.add],
  ])('leaves its %s empty, and offers nothing new there', async (tab, none, offer) => {
    const rows = { rows: [], pageSize: 50, next: null, previous: null };
    server(erased)
      .also(clientNotes, { list: () => rows })
      .also(clientFiles, { list: () => rows, folders: () => ({ folders: [], inBin: 0 }) })
      .also(clientDocuments, { list: () => rows });
    await renderScreen(<ClientRecord />, { ...atRecord, path: `${atRecord.path}?tab=${tab}` });
    expect(await screen.findByText(none)).toBeVisible();
    expect(screen.queryByRole('button', { name: offer })).toBeNull();
  });

  it('is not offered to an admin', async () => {
    server(client());
    const { user } = await renderScreen(<ClientRecord />, {
      ...atRecord,
      me: { userType: 'admin', roles: ['clients.view', 'clients.deactivate'] },
    });
    await user.click(await screen.findByRole('button', { name: 'More actions' }));
    expect(await screen.findByRole('menuitem', { name: 'Deactivate' })).toBeVisible();
    expect(screen.queryByRole('menuitem', { name: 'Erase data…' })).toBeNull();
  });
});
