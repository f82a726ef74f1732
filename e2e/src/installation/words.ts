import { existsSync, readFileSync } from 'node:fs';
import { inWorkspace } from '@daybook/tooling/workspace';
import type { Language } from '@daybook/contracts/fields';

interface Texts {
  [key: string]: string | Texts;
}

/** `crm:enquiry.add` → the text of that package for this key, in the language of the flow. */
export type Words = (key: string, values?: Readonly<Record<string, string | number>>) => string;

/** Namespaces that few pages need have folders of their own: `personal` of the host, `series` and `import-screens` of shared. */
const folderOf = (name: string): string[] => {
  if (name === 'personal') return ['host', 'src', 'locales', 'personal'];
  if (name === 'series' || name === 'import-screens') return ['shared', 'src', 'locales', name];
  return [name === 'host' || name === 'shared' ? name : `remote-${name}`, 'src', 'locales'];
};

export function wordsOf(language: Language): Words {
  const read = new Map<string, Texts>();
  const textsOf = (name: string): Texts => {
    const fileIn = (...within: string[]) =>
      JSON.parse(
        readFileSync(inWorkspace(...folderOf(name), ...within, `${language}.json`), 'utf8'),
      ) as Texts;
    // Texts that load with their screens are in a folder of their own.
    const hasLater = existsSync(inWorkspace(...folderOf(name), 'later'));
    const texts = read.get(name) ?? { ...fileIn(), ...(hasLater && fileIn('later')) };
    read.set(name, texts);
    return texts;
  };
  return (key, values = {}) => {
    const [name = '', path = ''] = key.split(':');
    const found = path
      .split('.')
      .reduce<string | Texts | undefined>(
        (texts, part) => (typeof texts === 'object' ? texts[part] : undefined),
        textsOf(name),
      );
    if (typeof found !== 'string') throw new Error(`${key} has no text in ${language}`);
    return found.replaceAll(/\{\{(\w+)\}\}/g, (_, part: string) => String(values[part]));
  };
}
