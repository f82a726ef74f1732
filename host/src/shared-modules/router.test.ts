import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '..', '..', '..');
const exportsOf = (source: string) =>
  [...source.matchAll(/export (?:type )?\{([^}]+)\}/g)].flatMap(([, names = '']) =>
    names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  );

describe('the router that the host provides', () => {
  it('has exactly the names that lint lets remotes import', () => {
    const provided = exportsOf(readFileSync(join(__dirname, 'router.ts'), 'utf8')).toSorted();
    const lint = readFileSync(join(root, '.oxlintrc.json'), 'utf8');
    const allowed = [...lint.matchAll(/"allowImportNames": (\[[^\]]+\])/g)].map(([, list = '']) =>
      (JSON.parse(list) as string[]).toSorted(),
    );
    expect(allowed).toEqual([provided, provided]);
  });
});
