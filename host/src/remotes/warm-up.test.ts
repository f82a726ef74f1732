// Runs alone: what the page knows of its first address and of its person is read once.

import { clients } from '@daybook/contracts/crm/clients/clients';
import type { RemoteRelease } from '@daybook/contracts/remotes';
import type { Screen } from '@daybook/contracts/screens';
import { http, keepAhead } from '@daybook/shared/call';
import { fakeServer } from '@daybook/shared/test/fake-server';
import { authAtom, profileAtom, store } from '@daybook/shared/session';
import { askForCode, warmUpRemote } from './warm-up.ts';

const label = { en: 'Clients', zh: '客户', fr: 'Clients', ja: '顧客' };
const crm: RemoteRelease = {
  name: 'crm',
  version: '1',
  entry: '/mf/crm/1/mf-manifest.json',
  contract: '^2.0.0',
  screens: [
    { id: 'clients', path: 'clients', label, allow: ['clients.view'], reads: clients.list.path },
    { id: 'client-view', path: 'view-client/:id', label, allow: ['clients.view'] },
  ],
  widgets: [],
};

const loadScreen = jest.fn(async () => ({ default: () => null }));
const open = (pathname: string, search = '') =>
  warmUpRemote({ releases: [crm] }, { pathname, search }, loadScreen);
const request = jest.spyOn(http, 'request');
const asked = () =>
  request.mock.calls.map(([{ url, params }]) => `${url}?${(params as URLSearchParams).toString()}`);

describe('a page opened at the address of a list', () => {
  beforeEach(() => {
    fakeServer(clients, { list: () => ({ rows: [], pageSize: 20, next: null, previous: null }) });
    request.mockClear();
    loadScreen.mockClear();
    localStorage.setItem('auth_token', 'secret');
    store.set(profileAtom, (before) => ({ ...before, roles: ['clients.view'] }));
  });

  it('requests the rows at once, exactly as the list will request them', () => {
    open('/app/clients', '?sort=name&filter[status]=active&tab=notes&pageSize=7&columns=group');
    expect(asked()).toEqual(['/clients?filter%5Bstatus%5D=active&sort=name']);
    expect(loadScreen.mock.calls).toEqual([['crm', 'clients']]);
  });

  it('does not ask again for rows that were asked for before its script came', async () => {
    store.set(authAtom, (before) => ({ ...before, token: 'secret' }));
    keepAhead({
      address: '/clients?',
      token: 'secret',
      language: 'en',
      answer: Promise.reject(new Error('gone')),
      askedAt: performance.now(),
    });
    keepAhead({
      address: '/clients?sort=name',
      token: 'of another',
      language: 'en',
      answer: Promise.reject(new Error('gone')),
      askedAt: performance.now(),
    });
    open('/app/clients');
    expect(asked()).toEqual([]);
    open('/app/clients', '?sort=name');
    expect(asked()).toEqual(['/clients?sort=name']);
  });

  it('requests no rows without a list, a permission or a session', () => {
    open('/app/view-client/1');
    open('/app/elsewhere');
    store.set(profileAtom, (before) => ({ ...before, roles: ['tasks.view'] }));
    open('/app/clients');
    localStorage.clear();
    open('/app/clients');
    expect(asked()).toEqual([]);
    // The code is not secret, so it is fetched for everyone who is signed in.
    expect(loadScreen.mock.calls).toEqual([
      ['crm', 'client-view'],
      ['crm', 'clients'],
    ]);
  });
});

const links = () =>
  [...document.head.querySelectorAll<HTMLLinkElement>('link[rel=preload]')].map((link) =>
    [link.getAttribute('href'), link.as].join(' '),
  );

describe('a screen that is opened from another one', () => {
  const [list, view] = crm.screens as [Screen, Screen];
  const files = {
    remote: ['remoteEntry.js'],
    screens: { clients: ['list.js', 'list.css'], 'client-view': ['view.js'] },
    widgets: {},
  };
  beforeEach(() => document.head.replaceChildren());

  it('asks for its remote and its own files at once, and for each only once', () => {
    askForCode({ ...crm, files }, list);
    const entry = '/mf/crm/1/remoteEntry.js script';
    expect(links()).toEqual([entry, '/mf/crm/1/list.js script', '/mf/crm/1/list.css style']);
    askForCode({ ...crm, files }, view);
    expect(links().slice(3)).toEqual(['/mf/crm/1/view.js script']);
  });

  it('asks for nothing if the list of remotes names no files', () => {
    askForCode(crm, list);
    expect(links()).toEqual([]);
  });
});
