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

describe('the list of remotes, while some are worked on', () => {
  it('names these from here, with the screens they have now, and the others as they are', () => {
    const { remotes } = withLocal(live, [local('billing', 'invoices', 'quotes'), local('tasks', 'tasks')]);
    expect(remotes.map(({ name, entry }) => [name, entry])).toEqual([
      ['crm', '/mf/crm/1.0.0-aaaa/mf-manifest.json'],
      ['billing', '/__local/billing/mf-manifest.json'],
      ['tasks', '/__local/tasks/mf-manifest.json'],
    ]);
    expect(remotes[1]?.screens.map(({ id }) => id)).toEqual(['invoices', 'quotes']);
    expect(remotes[0]).toEqual(live.remotes[1]);
  });

  it('is one that the host takes', () => {
    const written: unknown = JSON.parse(JSON.stringify(withLocal(live, [local('billing', 'invoices')])));
    expect(ListedRemotes.safeParse(written).success).toBe(true);
  });

  it('has no earlier version to hide behind, and needs the contract of this workspace', () => {
    const [, , billing] = withLocal(live, [local('billing', 'invoices')]).remotes;
    expect(billing?.previous).toBeUndefined();
    expect(billing?.contract).toBe(`^${contractVersion}`);
  });

  it('has a remote that was never released', () => {
    expect(withLocal({ remotes: [] }, [local('billing', 'invoices')]).remotes).toHaveLength(1);
  });
});

describe('a host', () => {
  const [major = 0, minor = 0] = contractVersion.split('.').map(Number);

  it.each([contractVersion, `${major}.${minor + 1}.0`])('of contract %s can run what is here', (offered) => {
    expect(misfitOf('https://firm.test', offered)).toBeNull();
  });

  it('that does not know what a screen asks for cannot, and it is said what', () => {
    const words = wordsOfHost().filter((word) => word !== 'key invoices.view');
    const unknown = unknownTo({ words }, [local('billing', 'invoices')]);
    expect(misfitOf('https://firm.test', contractVersion, unknown)).toBe(
      'billing local declares "key invoices.view", which the host does not know\nRelease the host first.',
    );
  });

  it.each([
    [`${major + 1}.0.0`, 'bring the workspace up to date'],
    [`${major - 1}.9.9`, 'release the host first'],
  ])('of contract %s cannot, and it is said what to do', (offered, advice) => {
    const said = misfitOf('https://firm.test', offered);
    expect(said).toContain(
      `The host at https://firm.test has contract ${offered}, the remotes of this workspace need ^${contractVersion}`,
    );
    expect(said).toContain(advice);
  });
});
