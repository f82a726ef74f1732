// Runs before every other script, and before the first paint. First come the theme and the outline, so that the dark theme starts without
// a white flash and the outline of the page (skeleton.css) has its place. Then it asks for what the page will need.

/** Not yet in the types of TypeScript's DOM. */
interface TrustedTypes {
  createPolicy: (name: string, rules: Record<string, (text: string) => string | null>) => unknown;
}

/** The theme and the outline, from what `session` stores. */
(() => {
  // The browser asks here before text becomes code, and throws for what is answered null. Code is loaded only from our folders. No text
  // becomes a part of the page; the exception are remotes released before their icons had no styles of their own.
  (window as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('default', {
    createScriptURL: (text) => {
      const { origin, pathname } = new URL(text, location.href);
      return origin === location.origin && /^\/(assets|mf|__local)\//.test(pathname) ? text : null;
    },
    createHTML: (text) => (text === '' || /^[^<]*\.anticon[^<]*$/.test(text) ? text : null),
  });
  // Beside the server's policy, which also holds for hosts that were released before styles were files. In index.html it would keep the
  // browser from asking ahead for what stands below it.
  const policy = document.createElement('meta');
  policy.httpEquiv = 'Content-Security-Policy';
  policy.content = "style-src-elem 'self'; require-trusted-types-for 'script'; trusted-types default";
  document.head.append(policy);

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

// While main.js is still on its way, it asks for what the page will need: the shell, the code of the screen at this address, who is signed
// in, and the rows of the list. A wrong guess costs a request and nothing else: the page asks again for what it does not find.
{
  interface Listed {
    entry: string;
    disabled?: boolean;
    screens: { id: string; path: string; allow: string | string[]; reads?: string }[];
    widgets: {
      id: string;
      allow: string | string[];
      dashboards: string[];
      order: number;
      reads?: string;
    }[];
    files?: { remote: string[]; screens: Record<string, string[]>; widgets?: Record<string, string[]> };
  }
  interface Person {
    token: string;
    /** The keys of their permissions, as text; empty if the page does not know them yet. */
    roles: string;
    isSuperAdmin: boolean;
  }
  // An older site at this address may have left a service worker that answers from its cache. Here and not in main.js, which such a
  // worker might answer with something else.
  void navigator.serviceWorker?.getRegistrations().then((all) => all.forEach((one) => void one.unregister()));
  void globalThis.caches?.keys().then((names) => names.forEach((name) => void caches.delete(name)));

  const { dataset } = document.currentScript as HTMLScriptElement;
  const { pathname, search } = location;
  const { head, documentElement } = document;

  const remotes = fetch('/remotes.json', { signal: AbortSignal.timeout(10_000) }).then((answer) => {
    if (!answer.ok) throw new Error(`/remotes.json answered ${answer.status}`);
    return answer.json() as Promise<unknown>;
  });
  const reads: Parameters<NonNullable<typeof globalThis.askedByBoot>['keep']>[0][] = [];
  const asked: NonNullable<typeof globalThis.askedByBoot> = {
    remotes,
    reads,
    keep: (one) => void reads.push(one),
  };
  globalThis.askedByBoot = asked;

  const preloaded = new Set<string>();
  const preload = (file: string, as = file.endsWith('.css') ? 'style' : 'script') => {
    if (preloaded.has(file)) return;
    preloaded.add(file);
    const link = document.createElement('link');
    link.rel = 'preload';
    link.as = as;
    if (as === 'fetch') link.crossOrigin = 'anonymous';
    link.href = file;
    head.append(link);
  };
  const preloadAll = (files = '') => {
    for (const file of files.split(' ').filter(Boolean)) preload(`/${file}`);
  };

  interface Answer {
    status: number;
    headers: Record<string, string>;
    data: unknown;
  }
  const keep = (address: string, token: string, answer: Promise<Answer>, askedAt = performance.now()) => {
    answer.catch(() => undefined);
    asked.keep({ address, token, language: documentElement.lang, answer, askedAt });
  };

  const read = (path: string, token: string): Promise<Answer> => {
    const { lang: language } = documentElement;
    const headers = {
      Authorization: `Bearer ${token}`,
      'Accept-Language': language,
      Accept: 'application/json',
    };
    const answer = fetch(`/api/v1${path}`, { headers }).then(async (response) => ({
      status: response.status,
      headers: Object.fromEntries(response.headers),
      data: (await response.json()) as unknown,
    }));
    keep(path.includes('?') ? path : `${path}?`, token, answer);
    return answer;
  };

  /** The answer about the person says with which columns and views their lists begin. If it does not, the lists ask. */
  const keepLists = (person: Promise<Answer>, token: string) => {
    const askedAt = performance.now();
    const lists = person.then(({ status, data }) => {
      const { columns, views } = (data as { data: { lists: { columns: unknown; views: object } } }).data
        .lists;
      const answer = (part: unknown): Answer => ({
        status,
        headers: {},
        data: { status: true, data: part },
      });
      for (const [list, own] of Object.entries(views))
        keep(`/saved-views?list=${list}`, token, Promise.resolve(answer(own)), askedAt);
      return answer(columns);
    });
    keep('/list-columns?', token, lists);
  };

  const steps = pathname.replace(/^\/app\//, '').split('/');
  const isHere = ({ path }: { path: string }): boolean => {
    const wanted = path.split('/');
    return (
      wanted.length === steps.length && wanted.every((step, at) => step.startsWith(':') || step === steps[at])
    );
  };

  const mayOpen = (allow: string | string[], { roles, isSuperAdmin }: Person): boolean =>
    roles === '' ||
    isSuperAdmin ||
    allow === 'signedIn' ||
    (Array.isArray(allow) && allow.some((key) => roles.includes(`"${key}"`)));

  const askForCode = ({ entry, files }: Listed, kind: 'screens' | 'widgets', id: string) => {
    if (!files) return;
    const folder = entry.replace(/[^/]*$/, '');
    for (const file of [...files.remote, ...(files[kind]?.[id] ?? [])]) preload(folder + file);
  };

  const askForScreen = (listed: Listed, person: Person) => {
    const screen = listed.screens.find(isHere);
    if (!screen) return;
    askForCode(listed, 'screens', screen.id);
    const { allow, reads: rows } = screen;
    if (rows === undefined || !mayOpen(allow, person)) return;
    // With a search, the page itself knows what the list will read.
    if (search === '') void read(rows, person.token);
  };

  /** Those that the dashboard draws first. */
  const askForCards = (all: Listed[], person: Person) => {
    const [, name = ''] = steps;
    const isOwn = name === 'personal' || !mayOpen(['dashboard.admin'], person);
    const shown = ['firm', 'system'].includes(name) ? name : isOwn ? 'personal' : 'firm';
    const cards = all
      .flatMap((remote) => remote.widgets.map((widget) => ({ remote, ...widget })))
      .filter(({ allow, dashboards }) => dashboards.includes(shown) && mayOpen(allow, person))
      .toSorted((one, other) => one.order - other.order);
    // As `today` of the page says it.
    const now = new Date();
    const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()]
      .map((value) => String(value).padStart(2, '0'))
      .join('-');
    for (const { remote, id, reads: card } of cards.slice(0, 2)) {
      askForCode(remote, 'widgets', id);
      if (card === undefined) continue;
      const mine = String(shown === 'personal');
      void read(card.replace('{today}', day).replace('{mine}', mine), person.token);
    }
  };

  const isDashboard = /^\/(app(\/dashboards\/\w+)?)?$/.test(pathname);

  const askForListed = (all: Listed[], person: Person) => {
    // The page refuses a list that names code of another origin.
    const own = all.filter(({ entry, disabled }) => !disabled && entry.startsWith('/mf/'));
    if (isDashboard) askForCards(own, person);
    else for (const listed of own) askForScreen(listed, person);
  };

  const askForShell = () => {
    preload('/config.json', 'fetch');
    preloadAll(dataset.shell);
  };

  /** The first date and the first amount take a browser 20 ms, after that they take none. Here they cost nothing: the code is on its way. */
  const readyFormats = () => {
    const { lang } = documentElement;
    new Intl.DateTimeFormat(lang, { dateStyle: 'medium' }).format();
    new Intl.NumberFormat(lang, { style: 'currency', currency: 'EUR' }).format(0);
  };

  const askForPage = (person: Person) => {
    askForShell();
    // The first paint does not wait for it.
    new PerformanceObserver((_, paints) => {
      paints.disconnect();
      readyFormats();
    }).observe({ type: 'paint', buffered: true });
    if (/\/(add|edit)\b/.test(pathname)) preloadAll(dataset.form);
    if (isDashboard) preloadAll(dataset.dashboard);
    const me = read('/auth/me', person.token);
    // A list that is opened later asks for them: by then another tab may have changed them.
    if (documentElement.dataset.page === 'list') keepLists(me, person.token);
    // The page reports a list that cannot be read, when it reads the list itself.
    remotes
      .then((list) => askForListed((list as { remotes: Listed[] }).remotes, person))
      .catch(() => undefined);
  };

  try {
    const token = localStorage.getItem('auth_token') ?? '';
    // Those who are not signed in get the sign-in page, unless the page is public.
    if (token === '') {
      if (/^\/(auth\/(?!login)|home)/.test(pathname)) askForShell();
      else preloadAll(dataset.signIn);
    } else if (!/^\/(auth|login)\b/.test(pathname))
      askForPage({
        token,
        roles: ['roles', 'half_checked_roles'].map((key) => localStorage.getItem(key) ?? '').join(''),
        isSuperAdmin: localStorage.getItem('user_type') === 'super_admin',
      });
  } catch {
    // Without storage there is no session, and nothing to ask for.
  }
  remotes.catch(() => undefined);
}
