import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { search } from '@daybook/contracts/search';
import { someone, renderScreen } from '@daybook/shared/test/render-screen';
import { fakeServer } from '@daybook/shared/test/fake-server';
import type { Panel } from '../layout/shell-panels.tsx';
import { useShellKeys } from '../layout/use-shell-keys.ts';
import { hostTexts, inSite } from '../test/host-screen.tsx';
import { recentsOf } from './recents.ts';
import Palette from './palette.tsx';

const client = {
  kind: 'client' as const,
  id: '018f2b1c-0000-7000-8000-0000000000aa',
  label: 'Kovai Mills',
  detail: 'C-0007',
};

function Site() {
  const [panel, setPanel] = useState<Panel | null>(null);
  useShellKeys(setPanel);
  return (
    <>
      <button type="button">before</button>
      <Palette isOpen={panel === 'search'} onClose={() => setPanel(null)} />
      {panel === 'keys' && <p>the keys</p>}
      <input aria-label="a field" />
    </>
  );
}

/** The search opens a moment after the key, as it does while its code loads for the first time. */
function LateSite({ onKey }: { onKey: () => void }) {
  const [panel, setPanel] = useState<Panel | null>(null);
  useShellKeys((wanted) => setTimeout(() => setPanel(wanted), 300));
  return (
    <>
      <button type="button" onKeyDown={(event) => event.ctrlKey || event.key === 'Control' || onKey()}>
        before
      </button>
      {panel === 'search' && <Palette isOpen onClose={() => setPanel(null)} />}
    </>
  );
}

async function openSearch(roles = ['invoices.view']) {
  const server = fakeServer(search, { find: () => ({ rows: [client], late: [] }) });
  const page = await renderScreen(inSite(<Site />), { texts: hostTexts, me: { roles } });
  screen.getByRole('button', { name: 'before' }).focus();
  await page.user.keyboard('{Control>}k{/Control}');
  return { ...page, server, field: await screen.findByRole('combobox') };
}

const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent);

beforeEach(() => sessionStorage.clear());

describe('the search', () => {
  it('opens by Ctrl K with the screens the person may open, and no others', async () => {
    const { field } = await openSearch();
    await waitFor(() => expect(field).toHaveFocus());
    expect(options()).toEqual(['Overview', 'InvoicesBilling', 'Profile']);
  });

  it('takes keys typed while it is still loading, and the page gets none of them', async () => {
    const heard = jest.fn();
    const page = await renderScreen(inSite(<LateSite onKey={heard} />), {
      texts: hostTexts,
      me: { roles: ['invoices.view', 'invoices.add'] },
    });
    screen.getByRole('button', { name: 'before' }).focus();
    await page.user.keyboard('{Control>}k{/Control}');
    await page.user.keyboard('invx{Backspace}o{Enter}');
    expect(heard).not.toHaveBeenCalled();
    const field = await screen.findByRole('combobox');
    await waitFor(() => expect(field).toHaveValue('invo'));
    await page.user.type(field, 'ice');
    expect(field).toHaveValue('invoice');
  });

  it('names a draft by its client, and writes an amount in the reader’s format', async () => {
    const draft = { ...client, kind: 'invoice' as const, label: '', detail: 'Kovai Mills' };
    const paid = { ...client, kind: 'receipt' as const, label: 'R-1' };
    const { user, field, server } = await openSearch();
    server.also(search, {
      find: () => ({ rows: [draft, { ...paid, amount: { minor: 12_000_000, currency: 'EUR' } }], late: [] }),
    });
    await user.type(field, '120000');
    expect(await screen.findByRole('option', { name: /Draft for Kovai Mills/ })).toBeVisible();
    expect(screen.getByRole('option', { name: /R-1.*C-0007 · €120,000\.00/ })).toBeVisible();
  });

  it('finds screens at once and records once typing pauses, with one request', async () => {
    const { user, field, server, address } = await openSearch(['invoices.view', 'invoices.add']);
    await user.type(field, 'invo');
    expect(options()).toEqual(['InvoicesBilling', 'New invoice']);
    expect(await screen.findByRole('option', { name: /Kovai Mills/ })).toBeVisible();
    expect(server.requestsTo(search.find).map(({ input }) => input)).toEqual([{ q: 'invo' }]);
    await user.keyboard('{ArrowUp}');
    expect(screen.getByRole('option', { name: /Kovai Mills/ })).toHaveAttribute('aria-selected', 'true');
    await user.keyboard('{Enter}');
    expect(address()).toBe(`/app/view-client/${client.id}`);
  });

  it('names the kinds that took too long, beside the results of the others', async () => {
    const { user, field, server } = await openSearch();
    server.also(search, { find: () => ({ rows: [client], late: ['invoice' as const, 'receipt' as const] }) });
    await user.type(field, 'kov');
    expect(await screen.findByRole('option', { name: /Kovai Mills/ })).toBeVisible();
    expect(await screen.findByText(/^Invoices, Receipts: the search took too long/)).toBeVisible();
    server.also(search, { find: () => ({ rows: [], late: ['invoice' as const] }) });
    await user.type(field, 'x');
    expect(await screen.findByText(/^Invoices: the search took too long/)).toBeVisible();
    expect(screen.queryByText(/Nothing found/)).not.toBeInTheDocument();
  });

  it('ignores an answer to an earlier text', async () => {
    const { user, field } = await openSearch();
    await user.type(field, 'kov');
    await screen.findByRole('option', { name: /Kovai Mills/ });
    await user.type(field, 'x');
    expect(screen.queryByRole('option', { name: /Kovai Mills/ })).not.toBeInTheDocument();
  });

  it('begins with the person’s own last records', async () => {
    const { user, field } = await openSearch();
    await user.type(field, 'kovai');
    await user.click(await screen.findByRole('option', { name: /Kovai Mills/ }));
    expect(recentsOf('someone else')).toEqual([]);
    expect(recentsOf(someone.id)).toHaveLength(1);
    await user.keyboard('{Control>}k{/Control}');
    const recent = await screen.findByRole('group', { name: 'Recent' });
    expect(within(recent).getAllByRole('option')).toHaveLength(1);
  });

  it('closes by Escape and returns the focus', async () => {
    const { user } = await openSearch();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('combobox')).not.toBeInTheDocument());
    await waitFor(() => expect(screen.getByRole('button', { name: 'before' })).toHaveFocus());
  });
});

describe('the key ?', () => {
  it('shows the keyboard shortcuts, but not while a question is typed', async () => {
    const { user } = await renderScreen(inSite(<Site />), { texts: hostTexts });
    await user.type(screen.getByLabelText('a field'), 'why?');
    expect(screen.queryByText('the keys')).not.toBeInTheDocument();
    fireEvent.keyDown(document.body, { key: '?' });
    expect(await screen.findByText('the keys')).toBeVisible();
  });
});
