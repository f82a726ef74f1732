import type { RemoteRelease } from '@daybook/contracts/remotes';
import { profileAtom, store } from '@daybook/shared/session';
import { pageIfHere } from './draw-as-one.ts';

const label = { en: 'Clients', zh: '客户', fr: 'Clients', ja: '顧客' };
const order = ['first', 'second', 'third'];
const crm: RemoteRelease = {
  name: 'crm',
  version: '1',
  entry: '/mf/crm/1/manifest.json',
  contract: '^2.0.0',
  screens: [{ id: 'clients', path: 'clients', label, allow: ['clients.view'] }],
  widgets: ['third', 'first', 'second'].map((id) => ({
    id,
    label,
    allow: 'signedIn',
    size: 'half',
    dashboards: ['personal'],
    order: order.indexOf(id),
  })),
  files: {
    remote: ['entry.js'],
    screens: { clients: ['list.js'] },
    widgets: { first: ['first.js'], second: ['second.js'], third: ['third.js'] },
  },
};
const ofRemote = ['/mf/crm/1/manifest.json', '/mf/crm/1/entry.js'];
const ofList = ['/shell.js', ...ofRemote, '/mf/crm/1/list.js'];
const ofDashboard = ['/shell.js', '/dashboards.js', ...ofRemote, '/mf/crm/1/first.js', '/mf/crm/1/second.js'];

/** A page of which these files have come, and whose code runs when it is told to. */
function pageWith(pathname: string, come: readonly string[], release = crm) {
  const code = Promise.withResolvers<{ default: () => null }>();
  const load = {
    loadScreen: jest.fn(() => code.promise),
    loadWidget: jest.fn(() => code.promise),
    loadDashboard: jest.fn(() => code.promise),
  };
  const entry = { entryType: 'resource', startTime: 1, duration: 1, toJSON: () => null };
  // jsdom records no files.
  performance.getEntriesByName = (href) =>
    come.includes(new URL(href).pathname) ? [{ name: href, ...entry }] : [];
  const drawn = jest.fn();
  const isDrawn = pageIfHere({ releases: [release] }, { pathname }, load).then(drawn);
  const asked = [load.loadScreen, load.loadWidget, load.loadDashboard].flatMap(({ mock }) =>
    mock.calls.map(String),
  );
  return { code, asked, drawn, isDrawn };
}

/** After whatever can go on by itself. */
const settled = async () => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
};

describe('the first page', () => {
  beforeEach(() => {
    store.set(profileAtom, (before) => ({ ...before, roles: [] }));
    document.head.innerHTML =
      '<script type="text/plain" data-dashboard="dashboards.js"></script><link rel="preload" href="/shell.js">';
  });
  afterEach(() => {
    document.head.replaceChildren();
    Reflect.deleteProperty(performance, 'getEntriesByName');
    jest.useRealTimers();
  });

  it.each([
    ['the screen at its address', '/app/clients', ofList, ['crm,clients']],
    [
      'the two first cards of a dashboard',
      '/app/dashboards/default',
      ofDashboard,
      ['crm,first', 'crm,second', ''],
    ],
    ['those of the first dashboard', '/', ofDashboard, ['crm,first', 'crm,second', '']],
  ])('waits for %s once all their files have come', async (_, pathname, come, parts) => {
    const { asked, drawn, code, isDrawn } = pageWith(pathname, come);
    expect(asked).toEqual(parts);
    await settled();
    expect(drawn).not.toHaveBeenCalled();
    code.resolve({ default: () => null });
    await isDrawn;
  });

  const { files: _, ...unlisted } = crm;
  const cardless = { ...crm, files: { remote: ['entry.js'], screens: {} } };
  it.each([
    ['one of its files is on its way', '/app/clients', ofList.slice(0, -1), crm],
    ['a file of the host is', '/app/clients', ofList.slice(1), crm],
    ['nothing was asked for, as after sign-in', '/app/clients', [], crm],
    ['the dashboard itself is', '/', ofDashboard.filter((file) => file !== '/dashboards.js'), crm],
    ['it is no screen of a remote', '/app/profile', ofList, crm],
    ['the list of remotes names no files', '/app/clients', ofList, unlisted],
    ['an older remote names no files of its cards', '/', ofDashboard, cardless],
  ])('waits for nothing while %s', async (_why, pathname, come, release) => {
    const { asked, isDrawn } = pageWith(pathname, come, release);
    expect(asked).toEqual([]);
    await isDrawn;
  });

  it('is drawn although its code cannot be loaded', async () => {
    const { code, isDrawn } = pageWith('/app/clients', ofList);
    code.reject(new Error('it cannot be parsed'));
    await expect(isDrawn).resolves.toBeUndefined();
  });

  it('is drawn after a second although its code does not come', async () => {
    jest.useFakeTimers();
    const { drawn } = pageWith('/app/clients', ofList);
    await jest.advanceTimersByTimeAsync(999);
    expect(drawn).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1);
    expect(drawn).toHaveBeenCalledTimes(1);
  });
});
