import { screen, waitFor } from '@testing-library/react';
import {
  receiptAttachments,
  type DocumentAttachment,
} from '@daybook/contracts/billing/documents/document-attachments';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import { Attachments } from './attachments.tsx';

const idOf = (no: number) => `018f2b1c-0000-7000-8000-00000000000${no}`;
const slip: DocumentAttachment = {
  id: idOf(1),
  label: 'slip.pdf',
  type: 'application/pdf',
  size: 900,
  by: 'Asha Rao',
  at: '2026-11-20T11:00:00Z',
  removed: null,
};
const gone: DocumentAttachment = {
  ...slip,
  id: idOf(2),
  label: 'other.pdf',
  removed: { by: 'Ben', at: '2026-11-21T11:00:00Z', reason: 'Of another client' },
};
const document = { id: idOf(9), number: 'RC/26/0001' };
const shown = (mayEdit: boolean, number = document.number) =>
  renderScreen(
    <Attachments document={{ ...document, number }} endpoints={receiptAttachments} mayEdit={mayEdit} />,
    { path: '/', route: '/' },
  );

it('a file of an issued document is removed with a reason, and stays listed as removed', async () => {
  const server = fakeServer(receiptAttachments, { list: () => [slip, gone], takeOff: () => ({}) });
  const { user } = await shown(true);
  expect(await screen.findByText('Of another client')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Remove other.pdf' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Remove slip.pdf' }));
  await user.type(await screen.findByRole('textbox', { name: 'Reason' }), 'Twice');
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  const [request] = server.requestsTo(receiptAttachments.takeOff);
  expect(request?.input).toEqual({ id: document.id, attachmentId: slip.id, reason: 'Twice' });
});

it('a file of a draft is removed at once', async () => {
  const server = fakeServer(receiptAttachments, { list: () => [slip], takeOff: () => ({}) });
  const { user } = await shown(true, '');
  await user.click(await screen.findByRole('button', { name: 'Remove slip.pdf' }));
  await waitFor(() => expect(server.requestsTo(receiptAttachments.takeOff)).toHaveLength(1));
});

it('unsafe kinds of file are downloads only, and every accepted kind is in the file dialog', async () => {
  const book = {
    ...slip,
    id: idOf(3),
    label: 'accounts.xlsx',
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' as const,
  };
  const bytes = { id: document.id, attachmentId: book.id };
  const server = fakeServer(receiptAttachments, { list: () => [slip, book], file: () => new Blob() });
  Object.assign(URL, { createObjectURL: () => 'blob:book', revokeObjectURL: () => undefined });
  const saved = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue(undefined);
  const opened = jest.spyOn(window, 'open');
  const { user } = await shown(true);
  expect(await screen.findByText('accounts.xlsx')).toBeVisible();
  expect(screen.getByRole('button', { name: 'slip.pdf' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'accounts.xlsx' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Download accounts.xlsx' }));
  await waitFor(() => expect(server.requestsTo(receiptAttachments.file)[0]?.input).toEqual(bytes));
  await waitFor(() => expect(saved).toHaveBeenCalled());
  expect(opened).not.toHaveBeenCalled();
  const [choice] = window.document.querySelectorAll('input[type=file]');
  for (const kind of ['.xlsx', '.csv', '.zip', '.odt', '.json', '.heic', 'application/pdf'])
    expect(choice?.getAttribute('accept')?.split(',')).toContain(kind);
});

it('people who may not edit the document see its files read-only', async () => {
  fakeServer(receiptAttachments, { list: () => [slip] });
  await shown(false);
  expect(await screen.findByRole('button', { name: 'Download slip.pdf' })).toBeVisible();
  expect(screen.queryByRole('button', { name: /Remove|Add a file/ })).toBeNull();
});
