import { contractVersion } from '@daybook/contracts/endpoint';
import { ListedRemotes } from '@daybook/contracts/remotes';
import { wordsOfHost } from '@daybook/contracts/screens';
import { screen } from '../release/made-up.fixture.ts';
import { misfitOf, unknownTo, withLocal } from './local-releases.ts';

const release = (name: string) => ({
  name,
  version: '1.0.0-aaaa',
  entry: `/mf/${name}/1.0.0-aaaa/mf-manifest.json`,
  previous: `/mf/${name}/1.0.0-0000/mf-manifest.json`,
  contract: '^2.0.0',
  screens: [screen(`${name}-list`)],
  widgets: [],
});
const live: ListedRemotes = { remotes: [release('billing'), release('crm'), release('tasks')] };
const local = (name: string, ...ids: string[]) => ({
  name,
  screens: ids.map((id) => screen(id)),
  widgets: [],
});

describe('the list of remotes during development', () => {
  it('serves the remotes in development from here with their present screens, and leaves the others unchanged', () => {
    const { remotes } = withLocal(live, [local('billing', 'invoices', 'quotes'), local('tasks', 'tasks')]);
    expect(remotes.map(({ name, entry }) => [name, entry])).toEqual([
      ['crm', '/mf/crm/1.0.0-aaaa/mf-manifest.json'],
      ['billing', '/__local/billing/mf-manifest.json'],
      ['tasks', '/__local/tasks/mf-manifest.json'],
    ]);
    expect(remotes[1]?.screens.map(({ id }) => id)).toEqual(['invoices', 'quotes']);
    expect(remotes[0]).toEqual(live.remotes[1]);
  });

  it('is valid for the host', () => {
    const written: unknown = JSON.parse(JSON.stringify(withLocal(live, [local('billing', 'invoices')])));
    expect(ListedRemotes.safeParse(written).success).toBe(true);
  });

  it('has no earlier version to fall back to, and needs the contract of this workspace', () => {
    const [, , billing] = withLocal(live, [local('billing', 'invoices')]).remotes;
    expect(billing?.previous).toBeUndefined();
    expect(billing?.contract).toBe(`^${contractVersion}`);
  });

  it('contains a remote in development that was never released', () => {
    expect(withLocal({ remotes: [] }, [local('billing', 'invoices')]).remotes).toHaveLength(1);
  });
});

describe('a host', () => {
  const [major = 0, minor = 0] = contractVersion.split('.').map(Number);

  it.each([contractVersion, `${major}.${minor + 1}.0`])(
    'with contract %s can run the remotes of this workspace',
    (offered) => {
      expect(misfitOf('https://firm.test', offered)).toBeNull();
    },
  );

  it('that does not know a word of a screen cannot run them, and the message names the word', () => {
    const words = wordsOfHost().filter((word) => word !== 'key invoices.view');
    const unknown = unknownTo({ words }, [local('billing', 'invoices')]);
    expect(misfitOf('https://firm.test', contractVersion, unknown)).toBe(
      'billing local declares "key invoices.view", which the host does not know\nRelease the host first.',
    );
  });

  it.each([
    [`${major + 1}.0.0`, 'bring the workspace up to date'],
    [`${major - 1}.9.9`, 'release the host first'],
  ])('with contract %s cannot run them, and the message says what to do', (offered, advice) => {
    const said = misfitOf('https://firm.test', offered);
    expect(said).toContain(
      `The host at https://firm.test has contract ${offered}, the remotes of this workspace need ^${contractVersion}`,
    );
    expect(said).toContain(advice);
  });
});
