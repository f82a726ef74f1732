import { useSyncExternalStore } from 'react';
import { atom, createStore, useAtomValue } from 'jotai';
import type { Me } from '@daybook/contracts/auth/session';
import { callsOfSession as endpoints } from '@daybook/contracts/auth/session-calls';
import { contractVersion } from '@daybook/contracts/endpoint';
import type { Permission } from '@daybook/contracts/permissions';
import { type ApiRefusal, call, callAs, isFinal, isRefusal } from '@daybook/shared/call';
import { setLanguage } from '@daybook/shared/i18n';
import { holdsTyped, interruptions, type Interruption } from './interruption.ts';
import {
  defaultTheme,
  storedList,
  storedTheme,
  storedToken,
  keys,
  keysOfPerson,
  type Theme,
  keptPart,
  themeKeyOf,
} from './storage.ts';
import { isNewer, offerReload } from './offer-reload.ts';
import { mayWith, typeOf, type Profile } from './profile.ts';
import { keepFirmCountry, regionOf } from './region.ts';
import { oneAtATime } from './one-at-a-time.ts';

export interface Auth {
  loading: boolean;
  message: string;
  showMessage: boolean;
  /** Where to go after sign-in. */
  redirect: string;
  token: string | null;
}

/** The only store; the host mounts it. Nothing else in the browser is global. */
export const store = createStore();

export const themeAtom = atom<Theme>({ ...defaultTheme, ...storedTheme(keys.theme) });
export const authAtom = atom<Auth>({
  loading: false,
  message: '',
  showMessage: false,
  redirect: '',
  token: storedToken(),
});
/** Until `auth/me` has answered, the stored role lists draw the menu. They are only a hint: the server decides. */
export const profileAtom = atom<Profile>({
  user: null,
  roles: storedList(keys.roles),
  halfCheckedRoles: storedList(keys.halfCheckedRoles),
});

/** Set only while an ended session waits for its owner to sign in again, with their input still on the page (docs/rules.md#unsaved-work). */
export const interruptionAtom = atom<Interruption | null>(null);
const interruption = interruptions((now) => store.set(interruptionAtom, now));
export const declineInterruption = (): void => interruption.decline();

const patchAuth = (patch: Partial<Auth>): void => store.set(authAtom, { ...store.get(authAtom), ...patch });

/** Changes the person's display options: on the page and on this device at once, and on the server a moment later. */
export function changeTheme(patch: Partial<Theme>): void {
  wear(patch);
  const userId = localStorage.getItem(keys.userId);
  if (userId === null || Object.keys(patch).every((name) => name === 'mobileNav')) return;
  localStorage.setItem(keys.unsentAppearance, userId);
  clearTimeout(sending);
  sending = setTimeout(() => void sendLook(userId), lookPauseMs);
}

function wear(patch: Partial<Theme>): void {
  const before = store.get(themeAtom);
  const theme = { ...before, ...patch };
  const kept = JSON.stringify(keptPart(theme));
  // Usually the options of the server are those of the device.
  if (JSON.stringify(theme) !== JSON.stringify(before)) store.set(themeAtom, theme);
  localStorage.setItem(keys.theme, kept);
  const userId = localStorage.getItem(keys.userId);
  if (userId !== null) localStorage.setItem(themeKeyOf(userId), kept);
  void applyTheme(theme);
}

/** After several changes in a row, only the last state is sent. */
const lookPauseMs = 1000;
let sending: ReturnType<typeof setTimeout> | undefined;

/** The page already shows the options, so a failure to send them is not reported. */
async function sendLook(userId: string): Promise<void> {
  clearTimeout(sending);
  if (tokenNow() === null || localStorage.getItem(keys.userId) !== userId) return;
  // Loaded only when the display options change.
  const { account } = await import('@daybook/contracts/auth/account');
  const isSettled = await call(account.putAppearance, keptPart(store.get(themeAtom))).then(
    () => true,
    isFinal,
  );
  // Options that were not sent are sent at the next sign-in.
  if (isSettled) localStorage.removeItem(keys.unsentAppearance);
}

/** Applies the person's display options after sign-in: those last chosen on any machine. */
function wearLookOf(me: Me): void {
  const ofDevice = {
    locale: me.locale,
    region: undefined,
    ...storedTheme(themeKeyOf(me.id)),
  };
  const isUnsent = localStorage.getItem(keys.unsentAppearance) === me.id;
  wear(isUnsent ? ofDevice : { ...ofDevice, ...(me.appearance && { region: undefined, ...me.appearance }) });
  if (isUnsent) void sendLook(me.id);
}

/** Applies the theme to the page; the host calls it once at start. Resolves once the texts of its language are loaded. */
export async function applyTheme(theme: Theme = store.get(themeAtom)): Promise<void> {
  const { documentElement: html, body } = document;
  html.dir = theme.direction;
  html.dataset.theme = theme.currentTheme;
  html.style.colorScheme = theme.currentTheme;
  body.classList.remove('dir-ltr', 'dir-rtl');
  body.classList.add(`dir-${theme.direction}`);
  await setLanguage(theme.locale, regionOf(theme));
}

interface SignInOptions {
  /** Where to go after sign-in. */
  goTo?: string;
  /** A code of the authenticator app, or a recovery code instead. */
  otp?: string;
  recovery?: string;
}

/**
 * Returns null if the person is signed in, otherwise the reason; `authAtom.message` has its text. AUTH_OTP_REQUIRED,
 * which follows a correct password, does not count as a failure.
 */
export async function signIn(
  email: string,
  password: string,
  { goTo = '', ...code }: SignInOptions = {},
): Promise<ApiRefusal | Error | null> {
  patchAuth({ loading: true, showMessage: false, message: '', redirect: goTo });
  try {
    const { token } = await call(endpoints.login, { email, password, ...code });
    await startSession(token);
    patchAuth({ loading: false });
    return null;
  } catch (error) {
    const refusal = error instanceof Error ? error : new Error('Error');
    const isHalfDone = isRefusal(refusal) && refusal.code === 'AUTH_OTP_REQUIRED';
    const message = isRefusal(refusal) ? refusal.message : 'Error';
    patchAuth({ loading: false, ...(!isHalfDone && { showMessage: true, message }) });
    return refusal;
  }
}

/** A newly issued token whose person is still being read. */
let starting: string | null = null;

const tokenNow = (): string | null => starting ?? store.get(authAtom).token;

/**
 * Begins a session with a newly issued token (sign-in, first start). The screens appear only when the person and their
 * permissions are known: before that the menu would be empty, every screen refused, and no draft found.
 */
export async function startSession(token: string): Promise<void> {
  const before = store.get(authAtom).token;
  const owner = ownerNow();
  localStorage.setItem(keys.token, token);
  starting = token;
  let isOwners = before === null;
  try {
    const me = await refreshMe();
    isOwners ||= me?.id === owner.userId;
    if (!isOwners && starting === token) interruption.isOfAnother(owner);
  } finally {
    if (isOwners && starting === token) {
      patchAuth({ token });
      interruption.wentOn(before);
    }
    starting = null;
  }
}

/** The owner of this page, whether or not their session continues. */
function ownerNow() {
  const { user } = store.get(profileAtom);
  return { userId: user?.id ?? localStorage.getItem(keys.userId) ?? '', email: user?.email ?? '' };
}

/** The token is deleted whatever the server answers. Unsaved input and searches are deleted with it. */
export async function signOut(): Promise<void> {
  const looks = Object.entries(localStorage).filter(([key]) => key.startsWith(keys.theme));
  const told = call(endpoints.logout, {}).catch(() => undefined);
  forgetPerson();
  await told;
  // The answer makes the browser clear its storage. Each person's display options are kept (docs/rules.md#display-options).
  for (const [key, look] of looks) localStorage.setItem(key, String(look));
}

/** Removes everything of the person from this tab: sessionStorage has drafts and searches. */
function forgetPerson(): void {
  sessionStorage.clear();
  forgetSession('');
}

let forgetReads = (): void => undefined;
/** Registers what else to forget when a session ends. The cache of server data does, which the sign-in page does not load. */
export const whenForgotten = (forget: () => void): void => {
  forgetReads = forget;
};

function forgetSession(redirect = location.pathname + location.search): void {
  starting = null;
  for (const key of keysOfPerson) {
    if (key !== keys.token || redirect === '') localStorage.removeItem(key);
  }
  if (redirect !== '') localStorage.setItem(keys.token, '');
  patchAuth({ token: null, loading: false, redirect });
  interruption.forget();
  store.set(profileAtom, { user: null, roles: [], halfCheckedRoles: [] });
  forgetReads();
}

/** Reads the signed-in person and their permissions. Null without a session. */
export const refreshMe = oneAtATime(askMe);

async function askMe(): Promise<Me | null> {
  const token = tokenNow();
  if (token === null) return null;
  const me = await call(endpoints.me, {}, { waits: false });
  // The person signed out before the answer arrived.
  if (tokenNow() !== token) return null;
  localStorage.setItem(keys.roles, JSON.stringify(me.roles));
  localStorage.setItem(keys.halfCheckedRoles, JSON.stringify(me.halfCheckedRoles));
  localStorage.setItem(keys.userType, me.userType);
  localStorage.setItem(keys.userId, me.id);
  const isAnother = store.get(profileAtom).user?.id !== me.id;
  store.set(profileAtom, { user: me, roles: me.roles, halfCheckedRoles: me.halfCheckedRoles });
  const isElsewhere = keepFirmCountry(me.firmCountry ?? null);
  if (isAnother) wearLookOf(me);
  if (isElsewhere) await applyTheme();
  return me;
}

/** Whether the person has any of the permissions. This is only for display; the server enforces permissions. */
export const may = (...wanted: Permission[]): boolean => mayWith(store.get(profileAtom), wanted);

/** Whether the person is an admin: features of admins need no permission. */
export const isAdmin = (): boolean => ['super_admin', 'admin'].includes(typeOf(store.get(profileAtom)) ?? '');

/** The signed-in person; null until the server has answered. */
export const useMe = (): Me | null => useAtomValue(profileAtom, { store }).user;

const onProfile = (tell: () => void) => store.sub(profileAtom, tell);

/** Like `may`, but renders again when the answer changes. */
export const useMay = (...wanted: Permission[]): boolean =>
  useSyncExternalStore(onProfile, () => may(...wanted));

callAs({
  token: tokenNow,
  ended: async (used, isWrite) => {
    if (starting !== null && used === starting) {
      starting = null;
      if (interruption.now() === null) forgetSession();
      return false;
    }
    // A late answer to a call of an earlier session.
    if (used !== store.get(authAtom).token) return used !== null && interruption.hasGoneOnFrom(used);
    return endHere(isWrite);
  },
  owes: () => void refreshMe().catch(() => undefined),
  seen: ({ permission, contract }) => {
    const { user } = store.get(profileAtom);
    if (user !== null && permission !== null && permission !== String(user.permVersion)) {
      refreshMe().catch(() => undefined);
    }
    if (contract !== null && isNewer(contract, contractVersion)) offerReload();
  },
});

/**
 * If there is unsaved input, asks the person to sign in again above it and resolves to whether they did. Otherwise the
 * sign-in page replaces the screen.
 */
async function endHere(isWrite: boolean): Promise<boolean> {
  if (tokenNow() === null) return false;
  const isNew = interruption.now() === null;
  if (isNew && !holdsTyped()) {
    forgetSession();
    return false;
  }
  // Only for the first answer: when a later one arrives, another tab may already have a new session.
  if (isNew) localStorage.setItem(keys.token, '');
  return interruption.wait(ownerNow(), isWrite);
}

// Tabs share the token, so all follow what one does. An empty token means that the session ended without a sign-out:
// unsaved input in another tab stays.
addEventListener('storage', ({ key, newValue }) => {
  if (key !== keys.token) return;
  if (newValue === null) forgetPerson();
  else if (newValue === '') void endHere(false);
  else startSession(newValue).catch(() => undefined);
});
