// Runs alone: what the page knows of its first address and of its person is read once.

import { QueryClientProvider } from '@tanstack/react-query';
import { render, waitFor } from '@testing-library/react';
import { MemoryRouter, useLocation, useNavigationType, useRoutes } from 'react-router-dom';
import type { RemoteRelease } from '@daybook/contracts/remotes';
import { queryClient } from '@daybook/shared/query-client';
import { authAtom, profileAtom, store } from '@daybook/shared/session';
import { setupAtom } from '../setup/setup-state.ts';
import { siteRoutes } from './routes.tsx';
import { SiteContext } from './site-context.ts';

const label = { en: 'Invoices', zh: '发票', fr: 'Factures', ja: '請求書' };
const releases: RemoteRelease[] = [
  {
    name: 'billing',
    version: '1',
    entry: '/mf/billing/1/mf-manifest.json',
    contract: '^2.0.0',
    screens: [
      { id: 'invoices', path: 'invoices', label, allow: ['invoices.view'] },
      {
        id: 'credit-note',
        path: 'credit_nots/edit/:id',
        label,
        allow: 'signedIn',
        aliases: ['credit_notes/edit/:id'],
      },
    ],
    widgets: [],
  },
  {
    name: 'reports',
    version: '1',
    entry: '/mf/reports/1/mf-manifest.json',
    contract: '^2.0.0',
    disabled: true,
    screens: [{ id: 'reports', path: 'reports', label, allow: 'signedIn' }],
    widgets: [],
  },
];

const here = { address: '', kind: '' };

function Site() {
  const { pathname, search } = useLocation();
  Object.assign(here, { address: pathname + search, kind: useNavigationType() });
  return useRoutes(siteRoutes(releases));
}

const loadScreen = async () => ({ default: () => <p>a screen</p> });
const loadWidget = async () => ({ default: () => <p>a widget</p> });

function visit(address: string, token: string | null) {
  store.set(authAtom, { ...store.get(authAtom), token, redirect: '' });
  store.set(profileAtom, { user: null, roles: [], halfCheckedRoles: [] });
  store.set(setupAtom, { isPending: false, data: { needed: false, firm: { name: null, logo: null } } });
  return render(
    <QueryClientProvider client={queryClient}>
      <SiteContext value={{ releases, loadScreen, loadWidget }}>
        <MemoryRouter initialEntries={[address]}>
          <Site />
        </MemoryRouter>
      </SiteContext>
    </QueryClientProvider>,
  );
}

const expectAddress = (expected: string) => waitFor(() => expect(here.address).toBe(expected));

describe('addresses', () => {
  it.each(['/', '/app', '/app/nonsense', '/nonsense', '/home', '/login', '/auth/setup'])(
    'a signed-in person at %s comes to the dashboard',
    async (address) => {
      visit(address, 'token');
      await expectAddress('/app/dashboards/default');
    },
  );

  it('a protected address leads to sign-in and is kept, in place of the history entry', async () => {
    visit('/app/invoices?page=2', null);
    await expectAddress('/auth/login?redirect=%2Fapp%2Finvoices%3Fpage%3D2');
    expect(here.kind).toBe('REPLACE');
  });

  it('sign-in leads back to the address first asked for', async () => {
    visit('/auth/login?redirect=%2Fapp%2Fcredit_nots%2Fedit%2F4', 'token');
    await expectAddress('/app/credit_nots/edit/4');
  });

  it('sign-in leads to no address outside this site', async () => {
    visit('/auth/login?redirect=%2F%2Fevil.example', 'token');
    await expectAddress('/app/dashboards/default');
  });

  it('another spelling leads to the address of the screen', async () => {
    visit('/app/credit_notes/edit/4', 'token');
    await expectAddress('/app/credit_nots/edit/4');
  });

  it('a screen without its permission shows that and stays at its address', async () => {
    const { findByRole } = visit('/app/invoices', 'token');
    expect((await findByRole('heading', { name: 'noAccess.title' })).tagName).toBe('H1');
    await expectAddress('/app/invoices');
  });

  it('a screen of a remote that is switched off shows that, to people who may open it', async () => {
    const { findByRole } = visit('/app/reports', 'token');
    expect((await findByRole('heading', { name: 'Switched off for now' })).tagName).toBe('H1');
    await expectAddress('/app/reports');
  });
});
