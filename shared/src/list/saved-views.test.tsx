import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { Link } from 'react-router-dom';
import { savedViews, type SavedView } from '@daybook/contracts/saved-views';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { renderScreen } from '@daybook/shared/test/render-screen';
import { SavedViews } from './saved-views.tsx';

const view = (no: number, name: string, query: string, more: Partial<SavedView> = {}): SavedView => ({
  id: `018f2b1c-0000-7000-8000-${String(no).padStart(12, '0')}`,
  name,
  query,
  isOwn: true,
  isFirst: false,
  shares: [],
  ...more,
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

const drafts = view(2, 'Drafts', 'filter%5Bstatus%5D=draft', { isFirst: true });

it('a list begins with the first view at its bare address only, and clearing the filters shows everything', async () => {
  fakeServer(savedViews, { list: () => [late, drafts] });
  const bare = await renderScreen(
    <>
      <Link to="/invoices">Clear</Link>
      <SavedViews list="invoice" />
    </>,
    { path: '/invoices' },
  );
  await waitFor(() => expect(bare.address()).toBe('/invoices?filter[status]=draft'));
  await bare.user.click(screen.getByRole('link', { name: 'Clear' }));
  await waitFor(() => expect(bare.address()).toBe('/invoices'));
  expect(await screen.findByRole('button', { name: 'Views' })).toBeVisible();
  cleanup();
  const linked = await renderScreen(<SavedViews list="invoice" />, { path: '/invoices?q=acme' });
  expect(await screen.findByRole('button', { name: 'Views' })).toBeVisible();
  expect(linked.address()).toBe('/invoices?q=acme');
});

it('a person chooses the view that the list begins with', async () => {
  const server = fakeServer(savedViews, { list: () => [late], choose: () => ({}) });
  const { user } = await renderScreen(<SavedViews list="invoice" />, { path: `/invoices?${late.query}` });
  await user.click(await screen.findByRole('button', { name: 'Late' }));
  expect(screen.queryByText('Share “Late”')).not.toBeNull();
  await user.click(await screen.findByText('Begin with “Late”'));
  await waitFor(() =>
    expect(server.requestsTo(savedViews.choose)[0]?.input).toEqual({ id: late.id, isDefault: true }),
  );
});

it('a view is shared with user types, and only those may begin with it', async () => {
  const server = fakeServer(savedViews, { list: () => [late], share: () => ({}) });
  const { user } = await renderScreen(<SavedViews list="invoice" />, { path: `/invoices?${late.query}` });
  await user.click(await screen.findByRole('button', { name: 'Late' }));
  await user.click(await screen.findByText('Share “Late”'));
  const dialog = within(await screen.findByRole('dialog'));
  const [shared, first] = dialog.getAllByRole('checkbox', { name: 'Managers' });
  expect(first).toBeDisabled();
  if (shared) await user.click(shared);
  await waitFor(() => expect(first).toBeEnabled());
  if (first) await user.click(first);
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(server.requestsTo(savedViews.share)[0]?.input).toEqual({
      id: late.id,
      userTypes: ['manager'],
      defaultFor: ['manager'],
    }),
  );
});

it('a person without the permission for settings opens a shared view and cannot change it', async () => {
  fakeServer(savedViews, { list: () => [view(3, 'Of the firm', late.query, { isOwn: false })] });
  const { user } = await renderScreen(<SavedViews list="invoice" />, {
    path: `/invoices?${late.query}`,
    me: { roles: ['invoices.view'] },
  });
  await user.click(await screen.findByRole('button', { name: 'Of the firm' }));
  expect(await screen.findByText('Shared')).toBeVisible();
  expect(screen.queryByText(/^(Share |Remove|Begin)/)).toBeNull();
});
