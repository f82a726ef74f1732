import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { inWorkspace, workspaceRoot } from '../workspace.ts';

/** What every package of the site is made of, besides its own files. */
const common = ['contracts', 'shared', 'tooling/src/webpack', 'pnpm-lock.yaml'];
const skipped = new Set(['node_modules', 'dist']);
const isTest = (name: string) => /\.test\.tsx?$/.test(name);

function filesIn(path: string): string[] {
  const absolute = inWorkspace(path);
  let entries;
  try {
    entries = readdirSync(absolute, { withFileTypes: true });
  } catch {
    return [absolute];
  }
  return entries
    .filter(({ name }) => !skipped.has(name) && !isTest(name))
    .flatMap((entry) =>
      entry.isDirectory() ? filesIn(join(path, entry.name)) : [join(absolute, entry.name)],
    );
}

/** The same hash, the same build: it decides whether to build again, and is part of a remote's version. */
export function sourceHash(folder: string): string {
  const hash = createHash('sha256');
  for (const file of [...common, folder].flatMap(filesIn).toSorted()) {
    const content = readFileSync(file);
    hash.update(`${relative(workspaceRoot, file)}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex').slice(0, 8);
}
