// Runs alone: what listens to calls and to the session is registered once in a page.

import { waitFor } from '@testing-library/react';
import { account } from '@daybook/contracts/auth/account';
import '@testing-library/jest-dom';
import {
  changeTheme,
  profileAtom,
  refreshMe,
  signIn,
  signOut,
  store,
  themeAtom,
} from '@daybook/shared/session';
import { dateText } from './record/date-text.tsx';
import { regionOf } from './region.ts';
import { lostConnection, type FakeServer } from '@daybook/shared/test/fake-server';
import { manager, nobodySignedIn, serverWith } from '@daybook/shared/test/sessions';

beforeEach(nobodySignedIn);

const looks = (server: FakeServer) => server.requestsTo(account.putAppearance).map(({ input }) => input);

describe('the appearance', () => {
  afterEach(() => jest.useRealTimers());

  it('applies to the page and is stored for the person', async () => {
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

  it('comes from the server when another device changed it', async () => {
    await signIn('a@example.com', 'long enough password');
    await signOut();
    changeTheme({ currentTheme: 'light' });
    serverWith(() => ({ ...manager, appearance: { currentTheme: 'dark', navType: 'top' } }));
    await signIn('a@example.com', 'long enough password');
    expect(store.get(themeAtom)).toMatchObject({ currentTheme: 'dark', navType: 'top', locale: 'fr' });
  });

  it('writes dates as the firm’s country does once it has one, and until then as the browser', async () => {
    const browser = jest.spyOn(navigator, 'languages', 'get').mockReturnValue(['en-US', 'en']);
    const me = { ...manager, locale: 'en' as const };
    serverWith(() => me);
    await signIn('a@example.com', 'long enough password');
    expect(dateText('2026-11-28')).toBe('Nov 28, 2026');
    serverWith(() => ({ ...me, firmCountry: 'IN' }));
    await refreshMe();
    expect(dateText('2026-11-28')).toBe('28 Nov 2026');
    changeTheme({ region: 'US' });
    await signOut();
    await signIn('a@example.com', 'long enough password');
    expect(dateText('2026-11-28')).toBe('Nov 28, 2026');
    browser.mockRestore();
  });

  it('writes numbers by a newly chosen language, unless they chose a country', async () => {
    const browser = jest.spyOn(navigator, 'languages', 'get').mockReturnValue(['en-IN', 'fr-CH', 'fr']);
    await signIn('a@example.com', 'long enough password');
    changeTheme({ locale: 'en' });
    expect(regionOf(store.get(themeAtom))).toBe('IN');
    changeTheme({ locale: 'ja' });
    expect(regionOf(store.get(themeAtom))).toBeNull();
    changeTheme({ region: 'DE' });
    changeTheme({ locale: 'fr' });
    expect(store.get(themeAtom).region).toBe('DE');
    browser.mockRestore();
  });

  it('stays as it was changed when the server could not store it', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    let isDown = true;
    const server = serverWith(() => ({ ...manager, appearance: { currentTheme: 'light' } })).also(account, {
      putAppearance: () => {
        if (isDown) throw lostConnection();
        return {};
      },
    });
    await signIn('a@example.com', 'long enough password');
    changeTheme({ currentTheme: 'dark' });
    await jest.advanceTimersByTimeAsync(1500);
    await waitFor(() => expect(looks(server)).toHaveLength(1));
    isDown = false;
    // The same as after a reload.
    store.set(profileAtom, { user: null, roles: [], halfCheckedRoles: [] });
    await refreshMe();
    expect(store.get(themeAtom).currentTheme).toBe('dark');
    await waitFor(() => expect(localStorage.getItem('theme_unsent')).toBeNull());
    expect(looks(server)).toHaveLength(2);
  });

  it('is sent to the server once for several changes, without options of this page only', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    const server = serverWith(() => manager).also(account, { putAppearance: () => ({}) });
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
    });
    await waitFor(() => expect(localStorage.getItem('theme_unsent')).toBeNull());
  });

  it('changed just before leaving is sent at the next sign-in, and wins over the older one', async () => {
    const server = serverWith(() => ({ ...manager, appearance: { currentTheme: 'light' } }));
    server.also(account, { putAppearance: () => ({}) });
    await signIn('a@example.com', 'long enough password');
    changeTheme({ currentTheme: 'dark' });
    await signOut();
    expect(looks(server)).toEqual([]);
    await signIn('a@example.com', 'long enough password');
    await waitFor(() => expect(looks(server)).toEqual([expect.objectContaining({ currentTheme: 'dark' })]));
    expect(store.get(themeAtom).currentTheme).toBe('dark');
  });
});
