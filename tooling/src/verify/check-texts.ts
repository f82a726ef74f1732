import { globSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { exportTexts } from '@daybook/contracts/export-texts';
import type { Language } from '@daybook/contracts/fields';
import { refusalTexts } from '@daybook/contracts/refusal-texts';
import { inWorkspace } from '../workspace.ts';
import { textsWithSecondNames } from './second-names.ts';
import {
  confusedButtons,
  flat,
  missingTexts,
  unevenTexts,
  unusedTexts,
  type Namespace,
  type Source,
} from './texts-in-use.ts';

// What a person reads is whole in every language, and nobody translates what nobody reads.
const find = (pattern: string) =>
  globSync(pattern, { cwd: inWorkspace(), exclude: ['**/node_modules', '**/dist'] }).toSorted();
const folderOf = (file: string) => file.split('/')[0] ?? '';

/** `host/src/locales/en.json` is the package's own namespace; a folder below is one of its own. */
function nameOf(file: string): string {
  const within = basename(dirname(file));
  return within === 'locales' ? folderOf(file).replace(/^remote-/, '') : within;
}

const namespaces: Namespace[] = find('*/src/locales/**/en.json').map((english) => ({
  name: nameOf(english),
  folder: folderOf(english),
  byLanguage: Object.fromEntries(
    ['en', 'zh', 'fr', 'ja'].map((language) => {
      const file = inWorkspace(dirname(english), `${language}.json`);
      return [language, new Map(flat(JSON.parse(readFileSync(file, 'utf8')) as never))];
    }),
  ),
}));

const inContracts = (name: string, texts: Record<Language, Parameters<typeof flat>[0]>): Namespace => ({
  name,
  folder: 'contracts',
  byLanguage: Object.fromEntries(
    Object.entries(texts).map(([language, nested]) => [language, new Map(flat(nested))]),
  ),
});

/** The server's texts for the same readers. */
const ofServer = [inContracts('exports', exportTexts), inContracts('refusals', refusalTexts)];

const sources: Source[] = find('{host,shared,remote-*}/src/**/*.{ts,tsx}')
  .filter((file) => !file.includes('.test.') && !file.includes('/test/'))
  .map((file) => ({ folder: folderOf(file), file, code: readFileSync(inWorkspace(file), 'utf8') }));

const faults = [
  ...namespaces.flatMap(unevenTexts),
  ...[...namespaces, ...ofServer].flatMap(textsWithSecondNames),
  ...missingTexts(namespaces, sources),
  ...unusedTexts(namespaces, sources),
  ...confusedButtons(namespaces, sources),
];
if (namespaces.length === 0 || sources.length === 0) throw new Error('No texts or no sources were found.');
if (faults.length > 0) {
  console.error(faults.join('\n'));
  process.exitCode = 1;
}
