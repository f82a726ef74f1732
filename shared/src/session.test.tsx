import { act, render, screen, waitFor } from '@testing-library/react';
import { account } from '@daybook/contracts/auth/account';
import { session as endpoints, type Me } from '@daybook/contracts/auth/session';
import { Refusal } from '@daybook/contracts/refusals';
import '@testing-library/jest-dom';
import { call } from '@daybook/shared/call';
import { openDraft } from '@daybook/shared/drafts';
import { i18n } from '@daybook/shared/i18n';
import { connectNotices, type Notice } from '@daybook/shared/notify';
import { defaultTheme } from '@daybook/shared/kept';
import {
  authAtom,
  changeTheme,
  declineInterruption,
  interruptionAtom,
  may,
  profileAtom,
  refreshMe,
  signIn,
  signOut,
  store,
  themeAtom,
} from '@daybook/shared/session';
import { type FakeServer, fakeServer, lostConnection } from '@daybook/shared/test/fake-server';
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
  store.set(themeAtom, defaultTheme);
});

describe('signing in', () => {
  it('keeps the token and who it is, under the names the product is known by', async () => {
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
    expect(await signIn('a@example.com', 'wrong')).toMatchObject({ code: 'AUTH_INVALID' });
    expect(store.get(authAtom)).toMatchObject({
      token: null,
      showMessage: true,
      message: 'E-mail or password is wrong.',
    });
  });

  it('asks for a code where the password alone is not enough, and takes it', async () => {
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
    expect(Object.keys(localStorage).toSorted()).toEqual(['theme', `theme:${manager.id}`, 'theme_unsent']);
  });

  it('reaches the other tabs', async () => {
    await signIn('a@example.com', 'long enough password');
    dispatchEvent(new StorageEvent('storage', { key: 'auth_token', newValue: null }));
    expect(store.get(authAtom).token).toBeNull();
  });
});

describe('a session', () => {
  it('learns of a duty from the call that was refused because of it', async () => {
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

/** A form that was typed into, and a write from it that is refused for the end of the session. */
async function typedAndEnded(next: () => Me = () => manager) {
  let isOver = false;
  const write = jest.fn(() => ({ ended: 0 }));
  const server = serverWith(() => (isOver ? next() : manager)).also(account, {
    endOthers: () => {
      if (isOver && store.get(authAtom).token === 'secret') throw new Refusal('TOKEN_EXPIRED');
      return write();
    },
  });
  await signIn('a@example.com', 'long enough password');
  isOver = true;
  render(<form data-typed="true" />);
  const sent = call(account.endOthers, {});
  await waitFor(() => expect(store.get(interruptionAtom)).not.toBeNull());
  server.also(endpoints, { login: () => ({ token: 'another secret' }) });
  return { sent, write };
}

describe('a session that ends under something typed', () => {
  it('waits for its owner above the page, and sends what was refused again', async () => {
    const { sent, write } = await typedAndEnded();
    expect(store.get(interruptionAtom)).toMatchObject({ email: manager.email, isAnother: false });
    expect(store.get(authAtom).token).toBe('secret');
    expect(write).not.toHaveBeenCalled();
    await signIn(manager.email, 'long enough password');
    await sent;
    expect(write).toHaveBeenCalledTimes(1);
    expect(store.get(interruptionAtom)).toBeNull();
    expect(store.get(authAtom).token).toBe('another secret');
  });

  it('goes on when they have signed in in another tab', async () => {
    const { sent, write } = await typedAndEnded();
    dispatchEvent(new StorageEvent('storage', { key: 'auth_token', newValue: 'another secret' }));
    await sent;
    expect(write).toHaveBeenCalledTimes(1);
  });

  it('sends nothing as somebody else', async () => {
    const { sent, write } = await typedAndEnded(() => ({ ...manager, id: `${manager.id.slice(0, -1)}9` }));
    await signIn('another@example.com', 'long enough password');
    expect(store.get(interruptionAtom)).toMatchObject({ isAnother: true });
    expect(store.get(authAtom).token).toBe('secret');
    await signOut();
    await expect(sent).rejects.toMatchObject({ code: 'TOKEN_EXPIRED' });
    expect(write).not.toHaveBeenCalled();
  });

  it('sends nothing as somebody else who signs in after they let it be', async () => {
    const { sent, write } = await typedAndEnded(() => ({ ...manager, id: `${manager.id.slice(0, -1)}9` }));
    declineInterruption();
    await expect(sent).rejects.toMatchObject({ code: 'TOKEN_EXPIRED' });
    dispatchEvent(new StorageEvent('storage', { key: 'auth_token', newValue: 'another secret' }));
    await waitFor(() => expect(store.get(interruptionAtom)).toMatchObject({ isAnother: true }));
    expect(store.get(authAtom).token).toBe('secret');
    expect(write).not.toHaveBeenCalled();
  });

  it('is refused where they let it be, and asked about again by what they do next', async () => {
    const { sent } = await typedAndEnded();
    declineInterruption();
    await expect(sent).rejects.toMatchObject({ code: 'TOKEN_EXPIRED' });
    const again = call(account.endOthers, {});
    await waitFor(() => expect(store.get(interruptionAtom)).not.toBeNull());
    await signOut();
    await expect(again).rejects.toMatchObject({ code: 'TOKEN_EXPIRED' });
    expect(store.get(interruptionAtom)).toBeNull();
  });
});

const looks = (server: FakeServer) => server.requestsTo(account.putLook).map(({ input }) => input);

describe('the theme', () => {
  afterEach(() => jest.useRealTimers());

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

  it('is what the server kept from another machine, which this device does not overrule', async () => {
    await signIn('a@example.com', 'long enough password');
    await signOut();
    changeTheme({ currentTheme: 'light' });
    serverWith(() => ({ ...manager, look: { currentTheme: 'dark', navType: 'top' } }));
    await signIn('a@example.com', 'long enough password');
    expect(store.get(themeAtom)).toMatchObject({ currentTheme: 'dark', navType: 'top', locale: 'fr' });
  });

  it('writes numbers as the browser does in the person’s language, until they choose for themselves', async () => {
    const browser = jest.spyOn(navigator, 'languages', 'get').mockReturnValue(['en-IN', 'fr-CH', 'fr']);
    await signIn('a@example.com', 'long enough password');
    expect(store.get(themeAtom).region).toBe('CH');
    changeTheme({ region: null });
    await signOut();
    await signIn('a@example.com', 'long enough password');
    expect(store.get(themeAtom).region).toBeNull();
    browser.mockRestore();
  });

  it('goes to the server once for several changes, without what is only for this page', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    const server = serverWith(() => manager).also(account, { putLook: () => ({}) });
    await signIn('a@example.com', 'long enough password');
    changeTheme({ mobileNav: true });
    changeTheme({ currentTheme: 'dark' });
    changeTheme({ direction: 'rtl' });
    await jest.advanceTimersByTimeAsync(1500);
    await waitFor(() => expect(looks(server)).toHaveLength(1));
    expect(looks(server)[0]).toEqual({
      navCollapsed: false,
      sideNavTheme: 'light',
      locale: 'fr',
      navType: 'side',
      topNavColor: '#3e82f7',
      headerNavColor: '',
      currentTheme: 'dark',
      direction: 'rtl',
      region: null,
    });
    await waitFor(() => expect(localStorage.getItem('theme_unsent')).toBeNull());
  });

  it('changed a moment before leaving is sent at the next sign-in, and not overruled by the older one', async () => {
    const server = serverWith(() => ({ ...manager, look: { currentTheme: 'light' } }));
    server.also(account, { putLook: () => ({}) });
    await signIn('a@example.com', 'long enough password');
    changeTheme({ currentTheme: 'dark' });
    await signOut();
    expect(looks(server)).toEqual([]);
    await signIn('a@example.com', 'long enough password');
    await waitFor(() => expect(looks(server)).toEqual([expect.objectContaining({ currentTheme: 'dark' })]));
    expect(store.get(themeAtom).currentTheme).toBe('dark');
  });
});
