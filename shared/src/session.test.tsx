import { act, render, screen, waitFor } from '@testing-library/react';
import { session as endpoints, type Me } from '@daybook/contracts/auth/session';
import { Refusal } from '@daybook/contracts/refusals';
import '@testing-library/jest-dom';
import { openDraft } from '@daybook/shared/drafts';
import { i18n } from '@daybook/shared/i18n';
import { connectNotices, type Notice } from '@daybook/shared/notify';
import {
  authAtom,
  changeTheme,
  may,
  profileAtom,
  refreshMe,
  signIn,
  signOut,
  store,
  themeAtom,
} from '@daybook/shared/session';
import { fakeServer, lostConnection } from '@daybook/shared/test/fake-server';
import { someone } from '@daybook/shared/test/render-screen';
import { Can } from '@daybook/shared/ui/can';

const manager: Me = {
  ...someone,
  userType: 'manager',
  roles: ['receipts.add'],
  halfCheckedRoles: ['receipts'],
  locale: 'fr',
};

const serverWith = (me: () => Me) =>
  fakeServer(endpoints, { login: () => ({ token: 'secret' }), me, logout: () => ({}) });

beforeEach(async () => {
  serverWith(() => manager);
  await signOut();
  localStorage.clear();
  sessionStorage.clear();
});

describe('signing in', () => {
  it('keeps the token and who it is, under the names the product is known by', async () => {
    expect(await signIn('a@example.com', 'long enough password', '/app/receipts')).toBe(true);
    expect(store.get(authAtom)).toEqual({
      loading: false,
      message: '',
      showMessage: false,
      redirect: '/app/receipts',
      token: 'secret',
    });
    expect(
      Object.fromEntries(Object.entries(localStorage).filter(([key]) => !key.startsWith('theme'))),
    ).toEqual({
      auth_token: 'secret',
      roles: '["receipts.add"]',
      half_checked_roles: '["receipts"]',
      user_type: 'manager',
      user_id: manager.id,
    });
    expect(store.get(themeAtom).locale).toBe('fr');
    await waitFor(() => expect(document.documentElement.lang).toBe('fr'));
  });

  it('begins once it is known who it is, so that no screen is refused meanwhile', async () => {
    const tokens: (string | null)[] = [];
    serverWith(() => {
      tokens.push(store.get(authAtom).token);
      return manager;
    });
    await signIn('a@example.com', 'long enough password');
    expect(tokens).toEqual([null]);
    expect(store.get(authAtom).token).toBe('secret');
    expect(may('receipts.add')).toBe(true);
  });

  it('shows the server’s message when it is refused', async () => {
    await i18n.changeLanguage('en');
    fakeServer(endpoints, {
      login: () => {
        throw new Refusal('AUTH_INVALID');
      },
    });
    expect(await signIn('a@example.com', 'wrong')).toBe(false);
    expect(store.get(authAtom)).toMatchObject({
      token: null,
      showMessage: true,
      message: 'E-mail or password is wrong.',
    });
  });

  it('says "Error" when there is no answer', async () => {
    fakeServer(endpoints, {
      login: () => {
        throw lostConnection();
      },
    });
    await signIn('a@example.com', 'whatever');
    expect(store.get(authAtom).message).toBe('Error');
  });
});

describe('signing out', () => {
  it('removes token and drafts even when the call fails', async () => {
    await signIn('a@example.com', 'long enough password');
    openDraft('/x').keepTyped({ values: { name: 'a' }, base: {}, version: null });
    fakeServer(endpoints, {
      logout: () => {
        throw lostConnection();
      },
    });
    await signOut();
    expect(store.get(authAtom).token).toBeNull();
    expect(localStorage.getItem('auth_token')).toBeNull();
    expect(Object.keys(sessionStorage)).toEqual([]);
    expect(store.get(profileAtom)).toEqual({ user: null, roles: [], halfCheckedRoles: [] });
  });

  it('keeps how the page looks, though the answer has the browser clear all', async () => {
    await signIn('a@example.com', 'long enough password');
    changeTheme({ currentTheme: 'dark' });
    fakeServer(endpoints, {
      logout: () => {
        localStorage.clear();
        return {};
      },
    });
    await signOut();
    expect(Object.keys(localStorage).toSorted()).toEqual(['theme', `theme:${manager.id}`]);
  });

  it('reaches the other tabs', async () => {
    await signIn('a@example.com', 'long enough password');
    dispatchEvent(new StorageEvent('storage', { key: 'auth_token', newValue: null }));
    expect(store.get(authAtom).token).toBeNull();
  });
});

describe('a session', () => {
  it('ends with a 401 and keeps the page and what was typed', async () => {
    await signIn('a@example.com', 'long enough password');
    openDraft('/x').keepTyped({ values: { name: 'a' }, base: {}, version: null });
    history.replaceState(null, '', '/app/clients?q=x');
    fakeServer(endpoints, {
      me: () => {
        throw new Refusal('TOKEN_EXPIRED');
      },
    });
    await refreshMe().catch(() => undefined);
    expect(store.get(authAtom)).toMatchObject({ token: null, redirect: '/app/clients?q=x' });
    expect(Object.keys(sessionStorage)).toHaveLength(1);
  });

  it('learns changed rights from any answer', async () => {
    let me = manager;
    const server = serverWith(() => me);
    await signIn('a@example.com', 'long enough password');
    render(<Can do="services">Services</Can>);
    expect(screen.queryByText('Services')).not.toBeInTheDocument();
    me = { ...manager, permVersion: 2, roles: ['services'] };
    server.headers = { 'x-permission-version': '2' };
    await act(refreshMe);
    expect(await screen.findByText('Services')).toBeVisible();
    expect(may('receipts.add')).toBe(false);
  });

  it('lets a super admin do everything', async () => {
    serverWith(() => ({ ...manager, userType: 'super_admin', roles: [] }));
    await signIn('a@example.com', 'long enough password');
    expect(may('billing_entity.delete')).toBe(true);
  });

  it('offers a reload when the server speaks a newer contract', async () => {
    const notices: Notice[] = [];
    const disconnect = connectNotices((notice) => notices.push(notice));
    const server = serverWith(() => manager);
    server.headers = { 'x-contract-version': '1.10.0' };
    await signIn('a@example.com', 'long enough password');
    expect(notices.at(-1)).toMatchObject({ kind: 'info', key: 'reload' });
    disconnect();
  });
});

describe('the theme', () => {
  it('is on the page and kept for the person', async () => {
    await signIn('a@example.com', 'long enough password');
    changeTheme({ currentTheme: 'dark', direction: 'rtl', locale: 'ja' });
    expect(document.documentElement).toHaveAttribute('dir', 'rtl');
    expect(document.documentElement).toHaveAttribute('data-theme', 'dark');
    expect(document.body).toHaveClass('dir-rtl');
    await waitFor(() => expect(document.documentElement.lang).toBe('ja'));
    await signOut();
    changeTheme({ currentTheme: 'light', direction: 'ltr', locale: 'en' });
    await signIn('a@example.com', 'long enough password');
    expect(store.get(themeAtom)).toMatchObject({ currentTheme: 'dark', direction: 'rtl', locale: 'ja' });
  });
});
