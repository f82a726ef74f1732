import { createInstance } from '@module-federation/enhanced/runtime';
import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import quickSharing from './quick-sharing.ts';

let no = 0;

/** A host that shares `names` in version 1.2.0, and what the runtime registered since. */
function hostOf(names: readonly string[]) {
  const registered: string[] = [];
  const counting: ModuleFederationRuntimePlugin = {
    name: 'counting',
    afterRegisterShare: ({ pkgName }) => void registered.push(pkgName),
  };
  const shared = Object.fromEntries(
    names.map((name) => [
      name,
      { version: '1.2.0', lib: () => name, shareConfig: { singleton: true, requiredVersion: '^1.2' } },
    ]),
  );
  no += 1;
  const host = createInstance({
    name: `host-${no}`,
    remotes: [],
    shared,
    plugins: [quickSharing(), counting],
  });
  registered.length = 0;
  return { host, registered };
}

const load = ({ host }: ReturnType<typeof hostOf>, name: string, shareConfig = {}) => {
  const found = host.loadShareSync(name, {
    customShareInfo: { shareConfig: { singleton: true, requiredVersion: '^1.2', ...shareConfig } },
  });
  if (typeof found !== 'function') throw new TypeError(`${name} is not shared`);
  return found();
};

describe('shared modules', () => {
  it('are each the host’s own, and are registered once however many are loaded', () => {
    const site = hostOf(['one', 'two', 'three']);
    expect(['one', 'two', 'three', 'one', 'two'].map((name) => load(site, name))).toEqual([
      'one',
      'two',
      'three',
      'one',
      'two',
    ]);
    expect(site.registered).toEqual(['one', 'two', 'three']);
  });

  it('are refused each time in a version that does not meet a strict range', () => {
    const site = hostOf(['one', 'two']);
    const strict = { requiredVersion: '^2.0', strictVersion: true };
    expect(load(site, 'one')).toBe('one');
    for (const name of ['one', 'two', 'one'])
      expect(() => load(site, name, strict)).toThrow(/does not satisfy/);
    // A range that may be missed does not count as met where it may not.
    jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    expect(load(site, 'one', { requiredVersion: '^2.0' })).toBe('one');
    expect(() => load(site, 'two', strict)).toThrow(/does not satisfy/);
  });
});
