import type { RemoteRelease } from '@daybook/contracts/remotes';
import { wordsOfHost, type Screen, type Widget } from '@daybook/contracts/screens';
import type { HostRecord, RemoteRecord } from '../build/build-record.ts';
import type { BuiltHost } from '../build/built.ts';
import { bundledTwice, claimedTwice, misfits, ownPathsTaken, reasonsAgainst } from './gate.ts';
import { hash, screen, widget } from './made-up.fixture.ts';

const host: HostRecord = {
  name: 'host',
  version: '1.0.0-aaaa',
  lockfile: hash('lock'),
  files: {},
  contract: '1.4.2',
  provides: {
    react: '19.3.1',
    'antd/es/table': '6.6.8',
    '@daybook/shared/session': '1.0.0',
    '@tanstack/react-query': '5.107.1',
  },
  gives: { '@daybook/shared/session': ['session', 'useMe'] },
  paths: ['dashboards/:name', 'profile'],
};
const remote = (given: Partial<RemoteRecord>): RemoteRecord => ({
  name: 'billing',
  version: '2.0.0-bbbb',
  lockfile: hash('lock'),
  files: {},
  contract: '^1.0.0',
  needs: {},
  bundles: [],
  takes: {},
  ...given,
});

const release = (name: string, screens: Screen[], widgets: Widget[] = []): RemoteRelease => ({
  name,
  version: '1.0.0-aaaa',
  entry: `/mf/${name}/1.0.0-aaaa/mf-manifest.json`,
  contract: '^1.0.0',
  screens,
  widgets,
});

describe('a remote fits a host', () => {
  it('that provides everything it needs', () => {
    const needs = { react: '^19.3', 'antd/es/table': '^6.6', '@daybook/shared/session': '^1.0' };
    expect(misfits(remote({ needs }), host)).toEqual([]);
  });

  it.each([
    ['1.4.2', '^1.0.0'],
    ['1.4.2', '^1.4.2'],
    ['1.10.0', '^1.9.0'],
  ])('with contract %s, if it needs %s', (contract, range) => {
    expect(misfits(remote({ contract: range }), { ...host, contract })).toEqual([]);
  });
});

describe('a remote does not fit a host', () => {
  it.each([
    [{ needs: { jotai: '^3.0' } }, 'billing 2.0.0-bbbb needs jotai, which the host does not provide'],
    [
      { needs: { 'antd/es/tree': '^6.6' } },
      'billing 2.0.0-bbbb needs antd/es/tree, which the host does not provide',
    ],
    [{ needs: { react: '^20.0' } }, 'billing 2.0.0-bbbb needs react ^20.0, the host provides 19.3.1'],
    [
      { needs: { 'antd/es/table': '^6.7' } },
      'billing 2.0.0-bbbb needs antd/es/table ^6.7, the host provides 6.6.8',
    ],
    [{ contract: '^1.5.0' }, 'billing 2.0.0-bbbb needs the contract ^1.5.0, the host has 1.4.2'],
    [
      { takes: { '@daybook/shared/session': ['session', 'isAdmin'] } },
      'billing 2.0.0-bbbb needs isAdmin of @daybook/shared/session, which the host does not have',
    ],
    [{ contract: '^2.0.0' }, 'billing 2.0.0-bbbb needs the contract ^2.0.0, the host has 1.4.2'],
  ])('%j', (given, reason) => {
    expect(misfits(remote(given), host)).toEqual([reason]);
  });

  it('and every reason is reported', () => {
    expect(
      misfits(remote({ needs: { jotai: '^3.0', react: '^20.0' }, contract: '^3.0.0' }), host),
    ).toHaveLength(3);
  });
});

describe('a remote bundles', () => {
  it('libraries that only it uses', () => {
    const bundles = ['dayjs', 'react-is', '@daybook/shared/remote', '@tanstack/table-core'];
    expect(bundledTwice(remote({ bundles }), host)).toEqual([]);
  });

  it.each(['react', 'antd', '@tanstack/react-query', '@daybook/shared/session'])(
    'no copy of %s',
    (library) => {
      expect(bundledTwice(remote({ bundles: ['dayjs', library] }), host)).toEqual([
        `billing 2.0.0-bbbb bundles ${library}, which the host provides`,
      ]);
    },
  );
});

describe('one site', () => {
  it('may have a literal path beside a parameter', () => {
    const crm = release('crm', [screen('add', 'clients/add'), screen('edit', 'clients/:id')]);
    expect(claimedTwice([crm, release('tasks', [screen('tasks')])])).toEqual([]);
  });

  it('cannot have the same path twice, whatever its parameter is called', () => {
    const one = release('billing', [screen('a', 'invoices/:id')]);
    const other = release('crm', [screen('b', 'invoices/:clientId')]);
    expect(claimedTwice([one, other])).toEqual(['the path invoices/: is claimed twice, by billing and crm']);
  });

  it('cannot have an alias that is the path of another screen', () => {
    const one = release('billing', [screen('a', 'credit_nots', { aliases: ['credit_notes'] })]);
    const other = release('crm', [screen('b', 'credit_notes')]);
    expect(claimedTwice([one, other])).toEqual([
      'the path credit_notes is claimed twice, by billing and crm',
    ]);
  });

  it('cannot have a remote with a path of the host, whatever its parameter is called', () => {
    const crm = release('crm', [
      screen('me', 'Profile'),
      screen('all', 'lists', { aliases: ['dashboards/:id', 'dashboards/default'] }),
      screen('other', 'profile/:id'),
    ]);
    expect(ownPathsTaken(crm, host.paths)).toEqual([
      'the path Profile of crm is the host’s own',
      'the path dashboards/:id of crm is the host’s own',
      'the path dashboards/default of crm is the host’s own',
    ]);
  });

  it('cannot have the same screen id or widget id twice', () => {
    const one = release('billing', [screen('a', 'x')], [widget('money')]);
    const other = release('crm', [screen('a', 'y')], [widget('money')]);
    expect(claimedTwice([one, other])).toEqual([
      'the screen id a is claimed twice, by billing and crm',
      'the widget id money is claimed twice, by billing and crm',
    ]);
  });
});

const built = (record: HostRecord): BuiltHost => ({ record, at: (file) => file });

const reasons = (words?: string[]) => {
  const live = release('crm', [screen('visits')], [widget('near')]);
  const remoteBuild = {
    record: remote({ name: 'crm' }),
    screens: { remote: 'crm', ...live },
    at: (file: string) => file,
  };
  const all = [{ release: live, built: remoteBuild }];
  return reasonsAgainst(built({ ...host, ...(words && { words }) }), all, all);
};

describe('a host', () => {
  it('is compared by the words it understands in the screens of a remote, and not only by its contract', () => {
    expect(reasons(wordsOfHost())).toEqual([]);
    expect(reasons(wordsOfHost().filter((word) => !/^(key invoices.view|size half)$/.test(word)))).toEqual([
      'crm 1.0.0-aaaa declares "key invoices.view", which the host does not know',
      'crm 1.0.0-aaaa declares "size half", which the host does not know',
    ]);
  });

  it('refuses a path that its router cannot read', () => {
    for (const path of ['/visits', '*', 'visits/*', 'visits/', 'a//b', 'a/:id?', '']) {
      const live = release('crm', [screen('visits', path)]);
      const record = remote({ name: 'crm' });
      const all = [{ release: live, built: { record, screens: { remote: 'crm', ...live }, at: String } }];
      expect(reasonsAgainst(built(host), all, all)).toEqual([
        `crm 1.0.0-aaaa declares the path "${path}", which is no address`,
      ]);
    }
  });

  it('that was built before words were recorded is compared only by its contract', () => {
    expect(reasons()).toEqual([]);
  });
});
