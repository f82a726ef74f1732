import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { versionOf } from './source-hash.ts';

describe('the version of a package', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'daybook-package-'));
    mkdirSync(join(folder, 'src'));
    writeFileSync(join(folder, 'package.json'), '{"version":"1.2.3"}');
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  it('follows its sources, and nothing that editors and systems leave beside them', () => {
    const empty = versionOf(folder);
    expect(empty).toMatch(/^1\.2\.3-[0-9a-f]{8}$/);
    symlinkSync('someone@somewhere.1', join(folder, 'src', '.#screens.ts'));
    for (const name of ['.DS_Store', '.screens.ts.swp', '#screens.ts#', 'screens.ts~'])
      writeFileSync(join(folder, 'src', name), name);
    expect(versionOf(folder)).toBe(empty);
    writeFileSync(join(folder, 'src', 'screens.ts'), '');
    expect(versionOf(folder)).not.toBe(empty);
  });
});
