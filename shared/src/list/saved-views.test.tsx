import { screen, waitFor, within } from '@testing-library/react';
import { savedViews, type SavedView } from '@daybook/contracts/saved-views';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import { SavedViews } from './saved-views.tsx';

const view = (no: number, name: string, query: string): SavedView => ({
  id: `018f2b1c-0000-7000-8000-${String(no).padStart(12, '0')}`,
  name,
  query,
});
const late = view(1, 'Late', 'filter%5Boverdue%5D=true&sort=dueDate');

it('a saved view opens, is recognised by its filters, and can be closed', async () => {
  const server = fakeServer(savedViews, { list: () => [late], remove: () => ({}) });
  const { user, address } = await renderScreen(<SavedViews list="invoice" />, {
    path: '/invoices?cursor=abc',
  });
  await user.click(await screen.findByRole('button', { name: 'Views' }));
  await user.click(await screen.findByText('Late'));
  await waitFor(() => expect(address()).toBe('/invoices?filter[overdue]=true&sort=dueDate'));
  expect(server.requestsTo(savedViews.list)[0]?.input).toEqual({ list: 'invoice' });
  await user.click(await screen.findByRole('button', { name: 'Late' }));
  await user.click(await screen.findByText('Remove “Late”'));
  await waitFor(() => expect(server.requestsTo(savedViews.remove)).toHaveLength(1));
});

it('a saved view stores the list as it is shown, without the page', async () => {
  const server = fakeServer(savedViews, { list: () => [], save: () => late });
  const { user } = await renderScreen(<SavedViews list="invoice" />, {
    path: '/invoices?sort=dueDate&filter[overdue]=true&cursor=abc&tab=2',
  });
  await user.click(await screen.findByRole('button', { name: 'Views' }));
  await user.click(await screen.findByText('Save this view'));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Late');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server.requestsTo(savedViews.save)).toHaveLength(1));
  expect(server.requestsTo(savedViews.save)[0]?.input).toMatchObject({
    list: 'invoice',
    name: 'Late',
    query: late.query,
  });
});
