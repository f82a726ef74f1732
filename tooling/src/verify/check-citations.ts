import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { inWorkspace } from '../workspace.ts';
import { anchorsOf, danglingCitations } from './citations.ts';

// A comment explains nothing if it cites a document that its reader does not have.
const read = (file: string) => readFileSync(inWorkspace(file), 'utf8');
const pages = globSync('docs/**/*.md', { cwd: inWorkspace() });
const anchors = new Map(pages.map((page) => [relative('docs', page), anchorsOf(read(page))]));
const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: inWorkspace(),
  encoding: 'utf8',
});
const files = listed
  .split('\n')
  .filter((file) => /\.(?:tsx?|sql|mjs|cjs|md|css|ya?ml)$/.test(file) && existsSync(inWorkspace(file)))
  .filter((file) => file !== 'pnpm-lock.yaml' && !file.startsWith('tooling/src/verify/citations'));
if (files.length === 0 || anchors.size === 0) throw new Error('No files or no documents were found.');
const faults = files.flatMap((file) =>
  danglingCitations(read(file), anchors).map((citation) => `${file}: ${citation}`),
);
const isTitled = (file: string, title: string) =>
  files.some((path) => path.endsWith(`/${file}`) && read(path).includes(title));
const tests = [...read('docs/testing.md').matchAll(/^\| [^|]+ \| `([\w.-]+)` +\| ([^|]+?) +\|$/gm)];
if (tests.length === 0) throw new Error('docs/testing.md lists no tests.');
for (const [, file = '', title = ''] of tests)
  if (!isTitled(file, title)) faults.push(`docs/testing.md: ${file}, ${title}`);
if (faults.length > 0) {
  console.error(`These citations refer to nothing in the repository:\n${faults.join('\n')}`);
  process.exitCode = 1;
}
