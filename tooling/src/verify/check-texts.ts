import { globSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { inWorkspace } from '../workspace.ts';
import { repeatedKeys } from './repeated-keys.ts';
import { textsWithSecondNames } from './second-names.ts';
import {
  confusedButtons,
  flat,
  missingTexts,
  unevenTexts,
  unreadTexts,
  unusedTexts,
  type Namespace,
  type Source,
} from './texts-in-use.ts';

// Every text exists in every language, and no text is translated that nobody reads.
const find = (pattern: string) =>
  globSync(pattern, { cwd: inWorkspace(), exclude: ['**/node_modules', '**/dist'] }).toSorted();
const folderOf = (file: string) => file.split('/')[0] ?? '';

/** The folder of the texts that load with their screens, into the namespace of the package. */
const later = 'later';

/** `host/src/locales/en.json` is the namespace of the package; each other folder below it is a namespace too. */
function nameOf(file: string): string {
  const within = basename(dirname(file));
  return within === 'locales' || within === later ? folderOf(file).replace(/^remote-/, '') : within;
}

const files: Namespace[] = find('*/src/locales/**/en.json').map((english) => ({
  name: nameOf(english),
  folder: folderOf(english),
  byLanguage: Object.fromEntries(
    ['en', 'zh', 'fr', 'ja'].map((language) => {
      const file = inWorkspace(dirname(english), `${language}.json`);
      return [language, new Map(flat(JSON.parse(readFileSync(file, 'utf8')) as never))];
    }),
  ),
}));

/** A part that had a key of the package would replace all that the package has below it. */
const keysInTwoFiles = (name: string, those: readonly Namespace[]): string[] => {
  const tops = those.map(
    ({ byLanguage }) => new Set([...(byLanguage['en']?.keys() ?? [])].map((key) => key.split('.')[0])),
  );
  return tops.flatMap((own, index) =>
    tops
      .slice(index + 1)
      .flatMap((other) =>
        [...own]
          .filter((key) => other.has(key))
          .map((key) => `${name}: ${key} is in two files of the namespace`),
      ),
  );
};

const namespaces = [...Map.groupBy(files, ({ name }) => name).values()].flatMap(([first, ...more]) =>
  first === undefined
    ? []
    : [
        {
          ...first,
          byLanguage: Object.fromEntries(
            Object.entries(first.byLanguage).map(([language, texts]) => [
              language,
              new Map([...texts, ...more.flatMap(({ byLanguage }) => [...(byLanguage[language] ?? [])])]),
            ]),
          ),
        },
      ],
);

const sourcesIn = (packages: string): Source[] =>
  find(`${packages}/src/**/*.{ts,tsx}`)
    .filter((file) => !file.includes('.test.') && !file.includes('/test/'))
    .map((file) => ({ folder: folderOf(file), file, code: readFileSync(inWorkspace(file), 'utf8') }));
const sources = sourcesIn('{host,shared,remote-*}');

/** The server reads its texts as properties of typed objects, and not by `t('key')`. */
const [ofServer = [], ofScreens = []] = [true, false].map((isServer) =>
  namespaces.filter(({ folder }) => (folder === 'contracts') === isServer),
);

/**
 * Groups that are read without naming their keys: the paragraphs of mails, the names of expense accounts, those of tax numbers,
 * those of the columns in the audit log, and those of notifications.
 */
const readWhole = /\.body\.|^expenseAccount\.|^usual\.|^schemes\.|^columns\.|^event\.|^text\./;

const faults = [
  ...find('*/src/locales/**/*.json').flatMap((file) =>
    repeatedKeys(readFileSync(inWorkspace(file), 'utf8')).map((key) => `${file} has the key ${key} twice`),
  ),
  ...[...Map.groupBy(files, ({ name }) => name)].flatMap(([name, those]) => keysInTwoFiles(name, those)),
  ...namespaces.flatMap(unevenTexts),
  ...namespaces.flatMap(textsWithSecondNames),
  // Some screens also show texts of the server.
  ...missingTexts(namespaces, sources),
  ...unusedTexts(ofScreens, sources),
  ...unreadTexts(ofServer, sourcesIn('{api,contracts}'), readWhole),
  ...confusedButtons(ofScreens, sources),
];
if (ofScreens.length === 0 || ofServer.length === 0 || sources.length === 0)
  throw new Error('No texts or no sources were found.');
if (faults.length > 0) {
  console.error(faults.join('\n'));
  process.exitCode = 1;
}
