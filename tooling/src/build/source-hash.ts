import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { inWorkspace, workspaceRoot } from '../workspace.ts';

/** The sources that every package of the site is built from, besides its own. */
const common = ['contracts', 'shared', 'tooling/src/webpack', 'pnpm-lock.yaml'].map((path) =>
  inWorkspace(path),
);
const skipped = new Set(['node_modules', 'dist']);
const isTest = (name: string) => /\.test\.tsx?$/.test(name);
/** Files of editors and of the operating system, some of them links to nothing: `.#screens.ts`, `.DS_Store`, `#screens.ts#`, `screens.ts~`. */
const isNoSource = (name: string) => /^[.#]|~$/.test(name);

function filesIn(path: string): string[] {
  let entries;
  try {
    entries = readdirSync(path, { withFileTypes: true });
  } catch {
    return [path];
  }
  return entries
    .filter(({ name }) => !skipped.has(name) && !isTest(name) && !isNoSource(name))
    .flatMap((entry) => {
      const inside = join(path, entry.name);
      return entry.isDirectory() ? filesIn(inside) : [inside];
    });
}

/** The same hash means the same build. It decides whether to build again, and is part of the version. */
function sourceHash(folder: string): string {
  const hash = createHash('sha256');
  for (const file of [...common, folder].flatMap(filesIn).toSorted()) {
    const content = readFileSync(file);
    hash.update(`${relative(workspaceRoot, file)}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex').slice(0, 8);
}

/** The version that the package would have if it were built now. */
export function versionOf(folder: string): string {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
  return `${version}-${sourceHash(folder)}`;
}
