// Runs before every other script, and before the first paint, so that the dark theme starts without a white flash and the outline of the
// page (skeleton.css) has its place. It reads what `session` stores.

/** Not yet in the types of TypeScript's DOM. */
interface TrustedTypes {
  createPolicy: (name: string, rules: Record<string, (text: string) => string | null>) => unknown;
}

(() => {
  // The browser asks here before text becomes code; what is answered null, it reports. Code is loaded only from our folders, and the
  // only text that becomes part of a page are the styles of antd's icons, which have no tag.
  (window as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('default', {
    createScriptURL: (text) => {
      const { origin, pathname } = new URL(text, location.href);
      return origin === location.origin && /^\/(assets|mf|__local)\//.test(pathname) ? text : null;
    },
    createHTML: (text) => (text.includes('<') ? null : text),
  });

  interface Kept {
    currentTheme?: string;
    direction?: string;
    locale?: string;
    navType?: string;
    navCollapsed?: boolean;
    sideNavTheme?: string;
    headerNavColor?: string;
  }
  let kept: Kept = {};
  let isSignedIn = false;
  try {
    kept = JSON.parse(localStorage.getItem('theme') ?? '{}') as Kept;
    isSignedIn = (localStorage.getItem('auth_token') ?? '') !== '';
  } catch {
    return;
  }
  const { documentElement: html } = document;
  const isDark = kept.currentTheme === 'dark';
  html.dataset.theme = isDark ? 'dark' : 'light';
  html.style.colorScheme = isDark ? 'dark' : 'light';
  html.dir = kept.direction === 'rtl' ? 'rtl' : 'ltr';
  if (kept.locale) html.lang = kept.locale;

  const { pathname } = location;
  const hasMenu = isSignedIn && !/^\/(auth|login)\b/.test(pathname);
  html.dataset.shell = !hasMenu ? 'blank' : kept.navType === 'top' ? 'top' : 'side';
  if (kept.navCollapsed) html.dataset.nav = 'collapsed';
  if (kept.sideNavTheme === 'dark') html.dataset.menu = 'dark';
  if (kept.headerNavColor) html.style.setProperty('--skeleton-ground', kept.headerNavColor);
  html.dataset.page = /\/(add|edit)\b/.test(pathname)
    ? 'form'
    : /\/view-|\/dashboard|^\/$/.test(pathname)
      ? 'parts'
      : 'list';
})();
