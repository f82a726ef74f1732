// Runs alone: what listens to calls and to the session is registered once in a page.

import { act, render, screen, waitFor } from '@testing-library/react';
import { account } from '@daybook/contracts/auth/account';
import { session as endpoints } from '@daybook/contracts/auth/session';
import { Refusal } from '@daybook/contracts/refusals';
import '@testing-library/jest-dom';
import { call } from '@daybook/shared/call';
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
import { manager, nobodySignedIn, serverWith } from '@daybook/shared/test/sessions';
import { Can } from '@daybook/shared/record/can';

beforeEach(nobodySignedIn);

describe('signing in', () => {
  it('stores the token and the person under the names of the product', async () => {
    expect(await signIn('a@example.com', 'long enough password', { goTo: '/app/receipts' })).toBeNull();
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

  it('completes once its person is known, so that no screen is refused before', async () => {
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
    expect(await signIn('a@example.com', 'wrong')).toMatchObject({ code: 'AUTH_INVALID' });
    expect(store.get(authAtom)).toMatchObject({
      token: null,
      showMessage: true,
      message: 'The e-mail address or the password is wrong.',
    });
  });

  it('asks for a code where the password alone is not enough, and accepts it', async () => {
    const server = fakeServer(endpoints, {
      login: ({ input: { otp } }) => {
        if (otp === undefined) throw new Refusal('AUTH_OTP_REQUIRED');
        return { token: 'secret' };
      },
      me: () => manager,
      logout: () => ({}),
    });
    expect(await signIn('a@example.com', 'right')).toMatchObject({ code: 'AUTH_OTP_REQUIRED' });
    expect(store.get(authAtom)).toMatchObject({ token: null, loading: false, showMessage: false });
    expect(await signIn('a@example.com', 'right', { otp: '123456' })).toBeNull();
    expect(server.requestsTo(endpoints.login).at(-1)?.input).toEqual({
      email: 'a@example.com',
      password: 'right',
      otp: '123456',
    });
  });

  it('shows "Error" when there is no answer', async () => {
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

  it('keeps the appearance, though the answer clears the browser’s storage', async () => {
    await signIn('a@example.com', 'long enough password');
    changeTheme({ currentTheme: 'dark' });
    fakeServer(endpoints, {
      logout: () => {
        localStorage.clear();
        return {};
      },
    });
    await signOut();
    expect(Object.keys(localStorage).toSorted()).toEqual(['theme', `theme:${manager.id}`, 'theme_unsent']);
  });

  it('reaches the other tabs', async () => {
    await signIn('a@example.com', 'long enough password');
    dispatchEvent(new StorageEvent('storage', { key: 'auth_token', newValue: null }));
    expect(store.get(authAtom).token).toBeNull();
  });
});

describe('a session', () => {
  it('learns of a required step from the call refused because of it', async () => {
    let me = manager;
    const server = serverWith(() => me);
    await signIn('a@example.com', 'long enough password');
    me = { ...manager, must: 'enrol_totp' };
    server.also(account, {
      signIns: () => {
        throw new Refusal('TOTP_ENROL_REQUIRED');
      },
    });
    await expect(call(account.signIns, {})).rejects.toMatchObject({ code: 'TOTP_ENROL_REQUIRED' });
    await waitFor(() => expect(store.get(profileAtom).user?.must).toBe('enrol_totp'));
  });

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

  it('that ends in another tab keeps what was typed in this one', async () => {
    await signIn('a@example.com', 'long enough password');
    openDraft('/x').keepTyped({ values: { name: 'a' }, base: {}, version: null });
    dispatchEvent(new StorageEvent('storage', { key: 'auth_token', newValue: '' }));
    expect(store.get(authAtom).token).toBeNull();
    expect(Object.keys(sessionStorage)).toHaveLength(1);
  });

  it('learns changed permissions from any answer', async () => {
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

  it('offers a reload when the server has a newer contract', async () => {
    const notices: Notice[] = [];
    const disconnect = connectNotices((notice) => notices.push(notice));
    const server = serverWith(() => manager);
    server.headers = { 'x-contract-version': '2.10.0' };
    await signIn('a@example.com', 'long enough password');
    expect(notices.at(-1)).toMatchObject({ kind: 'info', key: 'reload' });
    disconnect();
  });
});
