import '@testing-library/jest-dom';
import { configure, getConfig, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import ConfigProvider from 'antd/es/config-provider';
import { useEffect, type ReactElement } from 'react';
import { MemoryRouter, parsePath, Route, Routes, useLocation } from 'react-router-dom';
import { unstable_IdlePriority, unstable_scheduleCallback } from 'scheduler';
import type { Me } from '@daybook/contracts/auth/session';
import type { Language } from '@daybook/contracts/fields';
import { addTexts, i18n, type Texts } from '@daybook/shared/i18n';
import { historyTexts } from '@daybook/shared/history-texts';
import { importTexts } from '@daybook/shared/import-texts';
import { notificationTexts } from '@daybook/shared/notification-texts';
import { queryClient } from '@daybook/shared/query-client';
import { defaultTheme, type Theme } from '@daybook/shared/storage';
import { authAtom, profileAtom, store, themeAtom } from '@daybook/shared/session';
import { seriesTexts } from '@daybook/shared/series-texts';
import { sharedTexts } from '@daybook/shared/texts';
import { antdTheme } from '@daybook/shared/theme';
import NoticeOutlet from '@daybook/shared/form/notice-outlet';
import { betweenKeys, readsComeAgain } from './disturbances.ts';

const usual = getConfig();

/** Resolves once React has drawn everything, also what it draws when there is time. */
const drawn = () =>
  new Promise<void>((resolve) => {
    unstable_scheduleCallback(unstable_IdlePriority, () => resolve());
  });

/** Whether a failed query will be asked again. */
const isWaiting = (): boolean =>
  (getConfig() as { _disableExpensiveErrorDiagnostics?: boolean })._disableExpensiveErrorDiagnostics === true;

configure({
  // Long, because on a busy machine the expected content only arrives later.
  asyncUtilTimeout: 10_000,
  // What a test waited for comes with a part of the page. The test goes on when the rest of it is there too.
  asyncWrapper: async <Found,>(wait: () => Promise<Found>): Promise<Found> => {
    const found = (await usual.asyncWrapper(wait)) as Found;
    await drawn();
    return found;
  },
  // The message of a failed query contains the page. While a test waits, nobody reads it; at the end of the wait it is added.
  getElementError: (message, container) =>
    isWaiting()
      ? Object.assign(new Error(message ?? undefined), { name: 'TestingLibraryElementError' })
      : usual.getElementError(message, container),
});

const added = new Map<string, Texts>();

/** Adds texts unless they are the last ones of their namespace. */
function addOnce(namespace: string, language: Language, texts: Texts): void {
  const place = `${language} ${namespace}`;
  if (added.get(place) === texts) return;
  added.set(place, texts);
  addTexts(namespace, language, texts);
}

/** Without motion, a test need not wait for its end. */
function stillTheme(mode: 'light' | 'dark') {
  const { token, ...rest } = antdTheme(mode);
  return { ...rest, token: { ...token, motion: false } };
}

const themes = { light: stillTheme('light'), dark: stillTheme('dark') };

/** A person with all permissions, unless the test says otherwise. */
export const someone: Me = {
  id: '018f2b1c-0000-7000-8000-000000000001',
  name: 'Asha Rao',
  email: 'asha@example.com',
  userType: 'super_admin',
  roles: [],
  halfCheckedRoles: [],
  scope: 'all',
  permVersion: 1,
  locale: 'en',
  hasPhoto: false,
  must: null,
  appearance: null,
  heldSince: null,
  firm: { name: null, logo: null },
};

interface ScreenOptions {
  /** The address (URL) at which the screen opens. */
  path?: string;
  /** What the link that led here left with the address. */
  state?: unknown;
  /** The path of the screen, with its `:id`; any path by default. */
  route?: string;
  /** The signed-in person; with only a list of roles, a manager. */
  me?: Partial<Me>;
  theme?: Partial<Theme>;
  language?: Language;
  /** The package's own texts, by namespace. */
  texts?: Record<string, Texts>;
}

/** Renders a screen as the host does: signed in, with theme, texts, notices and routes. Any other address renders nothing. */
export async function renderScreen(screen: ReactElement, options: ScreenOptions = {}) {
  const { path = '/', state, route = '*', me = {}, theme = {}, language = 'en', texts = {} } = options;
  const user: Me = { ...someone, ...(me.roles !== undefined && { userType: 'manager' }), ...me };
  const appearance: Theme = { ...defaultTheme, ...theme, locale: language };
  queryClient.clear();
  const { queries } = queryClient.getDefaultOptions();
  queryClient.setDefaultOptions({ queries: { ...queries, retry: false, staleTime: 0 } });
  localStorage.setItem('user_id', user.id);
  store.set(themeAtom, appearance);
  store.set(authAtom, { ...store.get(authAtom), token: 'test-token' });
  store.set(profileAtom, { user, roles: user.roles, halfCheckedRoles: user.halfCheckedRoles });
  addOnce('shared', language, await sharedTexts(language));
  addOnce('series', language, await seriesTexts(language));
  addOnce('import-screens', language, await importTexts(language));
  addOnce('history', language, await historyTexts(language));
  for (const [namespace, bundle] of Object.entries(await notificationTexts(language)))
    addOnce(namespace, language, bundle);
  for (const [namespace, bundle] of Object.entries(texts)) addOnce(namespace, language, bundle);
  await i18n.changeLanguage(language);

  readsComeAgain();
  let address = path;
  const shown = render(
    <ConfigProvider theme={themes[appearance.currentTheme]} direction={appearance.direction}>
      <NoticeOutlet />
      <MemoryRouter initialEntries={[{ ...parsePath(path), state }]}>
        <AddressWatch
          onChange={(next) => {
            address = next;
          }}
        />
        <Routes>
          <Route path={route} element={screen} />
          {route !== '*' && <Route path="*" element={null} />}
        </Routes>
      </MemoryRouter>
    </ConfigProvider>,
  );
  return { ...shown, user: userEvent.setup({ advanceTimers: betweenKeys }), address: () => address };
}

function AddressWatch({ onChange }: { onChange: (address: string) => void }) {
  const { pathname, search } = useLocation();
  useEffect(() => onChange(pathname + decodeURIComponent(search)));
  return null;
}
