import { atom, createStore, useAtomValue } from 'jotai';
import { session as endpoints, type Me } from '@daybook/contracts/auth/session';
import { contractVersion } from '@daybook/contracts/endpoint';
import type { Permission } from '@daybook/contracts/permissions';
import { type ApiRefusal, call, callAs, isFinal, isRefusal } from '@daybook/shared/call';
import { i18n, setLanguage } from '@daybook/shared/i18n';
import { notify } from '@daybook/shared/notify';
import { queryClient } from '@daybook/shared/query-client';
import { holdsTyped, interruptions, type Interruption } from './interruption.ts';
import { defaultTheme, storedList, storedTheme, storedToken, keys, type Theme } from './storage.ts';
import { regionOfBrowser, regionWith } from './region-of-browser.ts';
import { oneAtATime } from './one-at-a-time.ts';

export interface Auth {
  loading: boolean;
  message: string;
  showMessage: boolean;
  /** Where to go once signed in. */
  redirect: string;
  token: string | null;
}

export interface Profile {
  user: Me | null;
  roles: readonly string[];
  halfCheckedRoles: readonly string[];
}

const themeKeyOf = (userId: string): string => `${keys.theme}:${userId}`;

/** The one store; the host mounts it. Nothing else in the browser is global. */
export const store = createStore();

export const themeAtom = atom<Theme>({ ...defaultTheme, ...storedTheme(keys.theme) });
export const authAtom = atom<Auth>({
  loading: false,
  message: '',
  showMessage: false,
  redirect: '',
  token: storedToken(),
});
/** Before `auth/me` has answered, the lists kept by the browser draw the menu. They are advisory: the server decides. */
export const profileAtom = atom<Profile>({
  user: null,
  roles: storedList(keys.roles),
  halfCheckedRoles: storedList(keys.halfCheckedRoles),
});

/** Null but while an ended session waits for its owner above what they typed (docs/rules.md#unsaved-work). */
export const interruptionAtom = atom<Interruption | null>(null);
const interruption = interruptions((now) => store.set(interruptionAtom, now));
export const declineInterruption = (): void => interruption.decline();

const patchAuth = (patch: Partial<Auth>): void => store.set(authAtom, { ...store.get(authAtom), ...patch });

/** What is the person's taste, and not the moment's. */
function keptPart(theme: Theme) {
  const { blankLayout: _, mobileNav: __, ...kept } = theme;
  return kept;
}

/** Changes the look for this person: applied to the page, kept on this device and, a moment later, for all their machines. */
export function changeTheme(patch: Partial<Theme>): void {
  wear({ ...(patch.locale && { region: regionWith(patch.locale, store.get(themeAtom)) }), ...patch });
  const userId = localStorage.getItem(keys.userId);
  if (userId === null || Object.keys(patch).every((name) => name === 'mobileNav')) return;
  localStorage.setItem(keys.unsentAppearance, userId);
  clearTimeout(sending);
  sending = setTimeout(() => void sendLook(userId), lookPauseMs);
}

function wear(patch: Partial<Theme>): void {
  const theme = { ...store.get(themeAtom), ...patch };
  store.set(themeAtom, theme);
  const kept = JSON.stringify(keptPart(theme));
  localStorage.setItem(keys.theme, kept);
  const userId = localStorage.getItem(keys.userId);
  if (userId !== null) localStorage.setItem(themeKeyOf(userId), kept);
  void applyTheme(theme);
}

/** Of several changes in a row the last look is sent. */
const lookPauseMs = 1000;
let sending: ReturnType<typeof setTimeout> | undefined;

/** The appearance is on the page already, so a failure to send it is not reported. */
async function sendLook(userId: string): Promise<void> {
  clearTimeout(sending);
  if (tokenNow() === null || localStorage.getItem(keys.userId) !== userId) return;
  // Fetched by those who change their appearance.
  const { account } = await import('@daybook/contracts/auth/account');
  const isSettled = await call(account.putAppearance, keptPart(store.get(themeAtom))).then(
    () => true,
    isFinal,
  );
  // What did not arrive is sent at the next sign-in.
  if (isSettled) localStorage.removeItem(keys.unsentAppearance);
}

/** How the shell looks for a person just recognised: what they chose last, on whatever machine. */
function wearLookOf(me: Me): void {
  const ofDevice = {
    locale: me.locale,
    region: regionOfBrowser(me.locale),
    ...storedTheme(themeKeyOf(me.id)),
  };
  const isUnsent = localStorage.getItem(keys.unsentAppearance) === me.id;
  wear(isUnsent ? ofDevice : { ...ofDevice, ...me.appearance });
  if (isUnsent) void sendLook(me.id);
}

/** Puts the theme on the page; the host calls it once at start. Resolves when the texts of its language are there. */
export async function applyTheme(theme: Theme = store.get(themeAtom)): Promise<void> {
  const { documentElement: html, body } = document;
  html.dir = theme.direction;
  html.dataset.theme = theme.currentTheme;
  html.style.colorScheme = theme.currentTheme;
  body.classList.remove('dir-ltr', 'dir-rtl');
  body.classList.add(`dir-${theme.direction}`);
  await setLanguage(theme.locale, theme.region);
}

interface SignInOptions {
  /** Where to go then. */
  goTo?: string;
  /** A code of the authenticator app, or one of the recovery codes in its place. */
  otp?: string;
  recovery?: string;
}

/**
 * Null when they are signed in; otherwise why not, and `authAtom.message` says it in words. That a right password alone is not
 * enough (AUTH_OTP_REQUIRED) is no failure yet.
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

/** A token just issued, while its person is being read. */
let starting: string | null = null;

const tokenNow = (): string | null => starting ?? store.get(authAtom).token;

/**
 * Begins a session with a token just issued (sign-in, first start). The screens appear once it is known who it is and what
 * they may: before that their menu is empty, every screen is refused, and the draft of a form cannot be found.
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

/** The person of this page, whether or not their session continues. */
function ownerNow() {
  const { user } = store.get(profileAtom);
  return { userId: user?.id ?? localStorage.getItem(keys.userId) ?? '', email: user?.email ?? '' };
}

/** The token is gone whatever the server answers; unsaved forms and what was searched for go with it. */
export async function signOut(): Promise<void> {
  const looks = Object.entries(localStorage).filter(([key]) => key.startsWith(keys.theme));
  const told = call(endpoints.logout, {}).catch(() => undefined);
  forgetPerson();
  await told;
  // The answer has the browser clear all it keeps. How the page looks stays each person's own (docs/rules.md#display-options).
  for (const [key, look] of looks) localStorage.setItem(key, String(look));
}

/** Nothing of the person stays in this tab: sessionStorage holds drafts and what they looked for. */
function forgetPerson(): void {
  sessionStorage.clear();
  forgetSession('');
}

function forgetSession(redirect = location.pathname + location.search): void {
  starting = null;
  for (const key of [keys.token, keys.roles, keys.halfCheckedRoles, keys.userType, keys.userId]) {
    if (key !== keys.token || redirect === '') localStorage.removeItem(key);
  }
  if (redirect !== '') localStorage.setItem(keys.token, '');
  patchAuth({ token: null, loading: false, redirect });
  interruption.forget();
  store.set(profileAtom, { user: null, roles: [], halfCheckedRoles: [] });
  queryClient.clear();
}

/** Reads the signed-in person and their permissions. Null without a session. */
export const refreshMe = oneAtATime(askMe);

async function askMe(): Promise<Me | null> {
  const token = tokenNow();
  if (token === null) return null;
  const me = await call(endpoints.me, {}, { waits: false });
  // Signed out while the answer was under way.
  if (tokenNow() !== token) return null;
  localStorage.setItem(keys.roles, JSON.stringify(me.roles));
  localStorage.setItem(keys.halfCheckedRoles, JSON.stringify(me.halfCheckedRoles));
  localStorage.setItem(keys.userType, me.userType);
  localStorage.setItem(keys.userId, me.id);
  const isAnother = store.get(profileAtom).user?.id !== me.id;
  store.set(profileAtom, { user: me, roles: me.roles, halfCheckedRoles: me.halfCheckedRoles });
  if (isAnother) wearLookOf(me);
  return me;
}

const typeOf = ({ user }: Profile): string | null => user?.userType ?? localStorage.getItem(keys.userType);

const mayWith = (profile: Profile, wanted: readonly Permission[]): boolean =>
  typeOf(profile) === 'super_admin' ||
  wanted.some((key) => profile.roles.includes(key) || profile.halfCheckedRoles.includes(key));

/** Whether the person holds any of the keys. Courtesy of the screen; the server is the guard. */
export const may = (...wanted: Permission[]): boolean => mayWith(store.get(profileAtom), wanted);

/** Whether the person runs the firm: what is of admins alone needs no key. */
export const isAdmin = (): boolean => ['super_admin', 'admin'].includes(typeOf(store.get(profileAtom)) ?? '');

/** The signed-in person; null until the server has answered. */
export const useMe = (): Me | null => useAtomValue(profileAtom, { store }).user;

/** As `may`, and renders again when the rights change. */
export const useMay = (...wanted: Permission[]): boolean =>
  mayWith(useAtomValue(profileAtom, { store }), wanted);

callAs({
  token: tokenNow,
  ended: async (used, isWrite) => {
    if (starting !== null && used === starting) {
      starting = null;
      if (interruption.now() === null) forgetSession();
      return false;
    }
    // The answer to an earlier session's call comes late.
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

/** Asks to sign in above what is typed, and answers whether that was done; where nothing is, sign-in takes the place of the page. */
async function endHere(isWrite: boolean): Promise<boolean> {
  if (tokenNow() === null) return false;
  const isNew = interruption.now() === null;
  if (isNew && !holdsTyped()) {
    forgetSession();
    return false;
  }
  // Once: by a later answer another session may have begun in another tab.
  if (isNew) localStorage.setItem(keys.token, '');
  return interruption.wait(ownerNow(), isWrite);
}

const isNewer = (theirs: string, ours: string): boolean =>
  theirs.localeCompare(ours, 'en', { numeric: true }) > 0;

/** Another version is live: a quiet notice, and nothing changes before the person reloads. */
export function offerReload(): void {
  notify.info(i18n.t('shared:reload.offer'), {
    key: 'reload',
    action: { label: i18n.t('shared:reload.now'), run: () => location.reload(), leavesPage: true },
  });
}

// Tabs share the token: what one does to it, all do. An end is no sign-out: what is typed in another tab stays.
addEventListener('storage', ({ key, newValue }) => {
  if (key !== keys.token) return;
  if (newValue === null) forgetPerson();
  else if (newValue === '') void endHere(false);
  else startSession(newValue).catch(() => undefined);
});
