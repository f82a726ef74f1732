import { globSync, readFileSync } from 'node:fs';
import { inWorkspace } from '../workspace.ts';

// A rule that does not suit us is changed everywhere; a comment that switches it off in one place would be copied.
const suppression = /@ts-(?:ignore|nocheck|expect-error)|(?:eslint|oxlint)-disable|(?:oxfmt|prettier)-ignore/;

const sources = globSync('{*,*/src/**/*}.{ts,tsx,mjs,cjs}', {
  cwd: inWorkspace(),
  exclude: ['**/node_modules'],
});
const own = inWorkspace('tooling', 'src', 'verify', 'check-suppressions.ts');
const guilty = sources
  .map((file) => inWorkspace(file))
  .filter((file) => file !== own && suppression.test(readFileSync(file, 'utf8')));
if (sources.length === 0) throw new Error('No source was found.');
if (guilty.length > 0) {
  console.error(`These files switch off a check by a comment:\n${guilty.join('\n')}`);
  process.exitCode = 1;
}
