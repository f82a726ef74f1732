import { session as endpoints, type Me } from '@daybook/contracts/auth/session';
import { defaultTheme } from '@daybook/shared/storage';
import { signOut, store, themeAtom } from '@daybook/shared/session';
import { fakeServer } from './fake-server.tsx';
import { someone } from './render-screen.tsx';

export const manager: Me = {
  ...someone,
  userType: 'manager',
  roles: ['receipts.add'],
  halfCheckedRoles: ['receipts'],
  locale: 'fr',
};

/** Accepts any sign-in, as the person that `me` returns. */
export const serverWith = (me: () => Me) =>
  fakeServer(endpoints, { login: () => ({ token: 'secret' }), me, logout: () => ({}) });

/** A browser without a session. */
export async function nobodySignedIn(): Promise<void> {
  serverWith(() => manager);
  await signOut();
  localStorage.clear();
  sessionStorage.clear();
  store.set(themeAtom, defaultTheme);
}
