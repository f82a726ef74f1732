import type { RemoteRelease } from '@daybook/contracts/remotes';
import { profileAtom, store } from '@daybook/shared/session';
import { pageIfHere } from './draw-as-one.ts';

const label = { en: 'Clients', zh: '客户', fr: 'Clients', ja: '顧客' };
const card = { label, allow: 'signedIn', size: 'half', dashboards: ['personal'] } as const;
const crm: RemoteRelease = {
  name: 'crm',
  version: '1',
  entry: '/mf/crm/1/mf-manifest.json',
  contract: '^2.0.0',
  screens: [{ id: 'clients', path: 'clients', label, allow: ['clients.view'] }],
  widgets: ['third', 'first', 'second'].map((id) => ({
    ...card,
    id,
    dashboards: ['personal'],
    order: ['first', 'second', 'third'].indexOf(id),
  })),
  files: { remote: [], screens: { clients: ['list.js'] }, widgets: {} },
};

const part = { default: () => null };
const loadScreen = jest.fn(async () => part);
const loadWidget = jest.fn(async () => part);
const loadDashboard = jest.fn(async () => part);

/** What was asked for when the page could be drawn. */
async function drawn(pathname: string, come: string[], release = crm) {
  const entry = { entryType: 'resource', startTime: 1, duration: 1, toJSON: () => null };
  // jsdom records no files.
  performance.getEntriesByName = (href) =>
    come.some((file) => href.endsWith(file)) ? [{ name: href, ...entry }] : [];
  await pageIfHere({ releases: [release] }, { pathname }, { loadScreen, loadWidget, loadDashboard });
  return [loadScreen, loadWidget, loadDashboard].flatMap(({ mock }) => mock.calls.map(String));
}

describe('the first page', () => {
  beforeEach(() => {
    jest.clearAllMocks();
    store.set(profileAtom, (before) => ({ ...before, roles: [] }));
    document.head.innerHTML = '<link rel="preload" href="/shell.js"><link rel="preload" href="/list.js">';
  });

  it('waits for the screen at its address, once all files have come', async () => {
    expect(await drawn('/app/clients', ['shell.js', 'list.js'])).toEqual(['crm,clients']);
  });

  it('waits for the two first cards of a dashboard', async () => {
    const wanted = ['crm,first', 'crm,second', ''];
    expect(await drawn('/app/dashboards/default', ['shell.js', 'list.js'])).toEqual(wanted);
    jest.clearAllMocks();
    expect(await drawn('/', ['shell.js', 'list.js'])).toEqual(wanted);
  });

  it('waits for nothing while a file is on its way, at another address, or where the list of remotes names no files', async () => {
    expect(await drawn('/app/clients', ['shell.js'])).toEqual([]);
    expect(await drawn('/app/profile', ['shell.js', 'list.js'])).toEqual([]);
    const { files: _, ...unlisted } = crm;
    expect(await drawn('/app/clients', ['shell.js', 'list.js'], unlisted)).toEqual([]);
  });

  it('is drawn although its code cannot be loaded, and after a second although it does not come', async () => {
    loadScreen.mockRejectedValueOnce(new Error('it cannot be parsed'));
    expect(await drawn('/app/clients', ['shell.js', 'list.js'])).toEqual(['crm,clients']);
    jest.useFakeTimers();
    loadScreen.mockReturnValueOnce(new Promise(() => undefined));
    const late = drawn('/app/clients', ['shell.js', 'list.js']);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(await late).toHaveLength(2);
    jest.useRealTimers();
  });
});
