import { readFileSync } from 'node:fs';
import { inWorkspace } from '../workspace.ts';

// lockfile-lint reads only the lockfiles of npm and yarn.
const lockfile = readFileSync(inWorkspace('pnpm-lock.yaml'), 'utf8');
const resolutions = lockfile.split('\n').filter((line) => line.includes('resolution:'));
// A tarball, a git address or a weaker hash would have another key or value.
const strange = resolutions.filter(
  (line) => !/^ {4}resolution: \{integrity: sha512-[A-Za-z0-9+/]{86}==\}$/.test(line),
);
if (resolutions.length === 0) throw new Error('pnpm-lock.yaml names no package.');
if (strange.length > 0) {
  console.error(`These packages are not from the registry, or have no sha512:\n${strange.join('\n')}`);
  process.exitCode = 1;
}
