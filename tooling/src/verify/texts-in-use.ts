/** The texts of one language, flattened: `field.name` → `Name`. Plural forms have keys of their own: `items_one`, `items_other`. */
export type FlatTexts = ReadonlyMap<string, string>;

export interface Namespace {
  name: string;
  /** The package whose code uses this namespace by default. */
  folder: string;
  byLanguage: Readonly<Record<string, FlatTexts>>;
}

export interface Source {
  folder: string;
  file: string;
  code: string;
}

type Nested = { [key: string]: string | Nested };

export const flat = (texts: Nested, within = ''): [string, string][] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [[within + key, value]] : flat(value, `${within}${key}.`),
  );

const withoutPlural = (key: string) => key.replace(/_(?:zero|one|two|few|many|other)$/, '');
const basesOf = (texts: FlatTexts) => new Set([...texts.keys()].map(withoutPlural));
const figuresOf = (text: string) => new Set(text.match(/\{\{\w+\}\}/g));

const literal = /(['"])((?:\\.|(?!\1)[^\n])*)\1/g;
const template = /`([^`]*)`/g;
const told = /\bt\(\s*(?:(['"])((?:\\.|(?!\1)[^\n])*)\1|`([^`]*)`)/g;

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
/** A pattern for the keys that `status.${one}` may become. */
const patternOf = (written: string) =>
  new RegExp(
    `^${written
      .split(/\$\{[^}]*\}/)
      .map(escaped)
      .join('[^:]+')}$`,
  );

/** Keys that one language has and another lacks, and placeholders that a translation leaves out. */
export function unevenTexts({ name, byLanguage }: Namespace): string[] {
  const { en = new Map<string, string>(), ...others } = byLanguage;
  const english = basesOf(en);
  const faults: string[] = [];
  for (const [language, texts] of Object.entries(others)) {
    const theirs = basesOf(texts);
    for (const key of english) if (!theirs.has(key)) faults.push(`${name}:${key} is missing in ${language}`);
    for (const key of theirs)
      if (!english.has(key)) faults.push(`${name}:${key} is in ${language} and not in en`);
    for (const [key, text] of texts) {
      const plain = en.get(key) ?? en.get(`${withoutPlural(key)}_other`) ?? text;
      // A plural form may write its number as a word.
      const wanted = [...figuresOf(plain)].filter((figure) => figure !== '{{count}}');
      const absent = wanted.filter((figure) => !figuresOf(text).has(figure));
      if (absent.length > 0) faults.push(`${name}:${key} in ${language} leaves out ${absent.join(' ')}`);
    }
  }
  return faults;
}

const namespacesIn = (code: string): string[] =>
  [...code.matchAll(/useTranslation\((\[[^\]]*\]|'[^']*')/g)].flatMap(([, names = '']) =>
    [...names.matchAll(/'([^']+)'/g)].map(([, one = '']) => one),
  );

/** Keys that the code uses and that none of its namespaces has. */
export function missingTexts(namespaces: readonly Namespace[], sources: readonly Source[]): string[] {
  const keys = new Map(
    namespaces.map(({ name, byLanguage }) => [name, basesOf(byLanguage['en'] ?? new Map())]),
  );
  return sources.flatMap(({ folder, file, code }) => {
    const spoken = namespacesIn(code);
    const own = namespaces.filter((one) => one.folder === folder).map(({ name }) => name);
    return [...code.matchAll(told)].flatMap(([, , plain, dynamic]) => {
      const written = plain ?? dynamic ?? '';
      const [, prefix, key = ''] = /^(?:([a-z]+):)?(.*)$/s.exec(written) ?? [];
      const places = prefix === undefined ? (spoken.length > 0 ? spoken : own) : [prefix];
      const pattern = patternOf(key);
      const isThere = places.some((name) => [...(keys.get(name) ?? [])].some((one) => pattern.test(one)));
      return isThere ? [] : [`${file}: ${written} is in none of ${places.join(', ')}`];
    });
  });
}

/** Keys that no literal and no template in the code matches. */
export function unusedTexts(namespaces: readonly Namespace[], sources: readonly Source[]): string[] {
  return namespaces.flatMap(({ name, folder, byLanguage }) => {
    const meant = new Set<string>();
    const patterns: RegExp[] = [];
    for (const source of sources) {
      const isOwn = source.folder === folder;
      const take = (written: string): string | null => {
        if (written.startsWith(`${name}:`)) return written.slice(name.length + 1);
        return isOwn ? written : null;
      };
      for (const [, , written = ''] of source.code.matchAll(literal)) meant.add(take(written) ?? '');
      const inCalls = [...source.code.matchAll(told)].map(([, , , written = '']) => written);
      const dynamic = [...source.code.matchAll(template)].map(([, written = '']) => written);
      for (const written of [...inCalls, ...dynamic]) {
        const own = written.includes('${') ? take(written) : null;
        // A template that is almost entirely dynamic could match any key.
        const isTelling = own !== null && own.replaceAll(/\$\{[^}]*\}/g, '').length >= 4;
        if (isTelling) patterns.push(patternOf(own));
      }
    }
    return [...basesOf(byLanguage['en'] ?? new Map())]
      .filter((key) => !meant.has(key) && !patterns.some((pattern) => pattern.test(key)))
      .map((key) => `${name}:${key} is not used`);
  });
}

/** Texts of the server whose names do not occur in its code. `whole` matches the keys of groups that it reads without naming each text. */
export function unreadTexts(
  namespaces: readonly Namespace[],
  sources: readonly Source[],
  whole: RegExp,
): string[] {
  const named = new Set(sources.flatMap(({ code }) => code.match(/[\w$]+/g) ?? []));
  return namespaces.flatMap(({ name, byLanguage }) =>
    [...basesOf(byLanguage['en'] ?? new Map())]
      .filter((key) => !whole.test(key) && !key.split('.').every((part) => named.has(part)))
      .map((key) => `${name}:${key} is not used`),
  );
}

const lastOf = (key: string): string => key.split('.').at(-1) ?? '';
const buttons = /\b(?:okText|cancelText|verb)\b\s*[=:]\s*\{?([^\n]*)/g;
const same = (a: string, b: string) => a.trim().toLocaleLowerCase() === b.trim().toLocaleLowerCase();

/**
 * Texts that are the same as the language's Cancel, and buttons of one file of which one closes a dialog and another acts under the same
 * label: nobody could know which of the two reverses the expense.
 */
export function confusedButtons(namespaces: readonly Namespace[], sources: readonly Source[]): string[] {
  const byName = new Map(namespaces.map((one) => [one.name, one]));
  const cancels = byName.get('shared')?.byLanguage ?? {};
  const faults = namespaces.flatMap(({ name, byLanguage }) =>
    Object.entries(byLanguage).flatMap(([language, texts]) => {
      const cancel = cancels[language]?.get('confirm.cancel') ?? '';
      return [...texts]
        .filter(([key, text]) => lastOf(key) !== 'cancel' && same(text, cancel))
        .map(([key, text]) => `${name}:${key} in ${language} says "${text}", as Cancel does`);
    }),
  );
  for (const { file, folder, code } of sources) {
    const own = namespacesIn(code)[0] ?? folder.replace(/^remote-/, '');
    const keys = [...code.matchAll(buttons)].flatMap(([line, rest = '']) =>
      [...rest.matchAll(told)].map(([, , written = '']) => ({
        leaves: line.startsWith('cancelText'),
        written,
      })),
    );
    const textOf = (written: string, language: string) => {
      const [, prefix = own, key = ''] = /^(?:([a-z]+):)?(.*)$/s.exec(written) ?? [];
      return byName.get(prefix)?.byLanguage[language]?.get(key);
    };
    for (const leave of keys.filter(({ leaves }) => leaves))
      for (const act of keys.filter(({ leaves }) => !leaves))
        for (const language of Object.keys(cancels)) {
          const text = textOf(leave.written, language);
          if (text !== undefined && same(text, textOf(act.written, language) ?? ''))
            faults.push(`${file}: ${leave.written} and ${act.written} are both "${text}" in ${language}`);
        }
  }
  return faults;
}
