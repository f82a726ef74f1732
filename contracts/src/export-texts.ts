import type { Language } from './fields.ts';
import * as billing from './export-words/billing-words.ts';
import { headers } from './export-words/headers.ts';
import * as others from './export-words/other-words.ts';
import * as people from './export-words/people-words.ts';
import type { Word } from './export-words/word.ts';

const groups = { headers, ...billing, ...people, ...others };

/** What a reader of an exported list is told, in one language: heads of columns, and a word for each code. */
export type ExportTexts = {
  readonly [Group in keyof typeof groups]: {
    readonly [Code in keyof (typeof groups)[Group]]: string;
  };
};

const textsOf = (place: 0 | 1 | 2 | 3): ExportTexts =>
  Object.fromEntries(
    Object.entries<Readonly<Record<string, Word>>>(groups).map(([group, words]) => [
      group,
      Object.fromEntries(Object.entries(words).map(([code, word]) => [code, word[place]])),
    ]),
  ) as ExportTexts;

export const exportTexts: Record<Language, ExportTexts> = {
  en: textsOf(0),
  zh: textsOf(1),
  fr: textsOf(2),
  ja: textsOf(3),
};

/** Countries, or languages, as the reader's language calls them; nothing for no code. */
export function namesOf(language: Language, type: 'region' | 'language'): (code: string) => string | null {
  const names = new Intl.DisplayNames(language, { type });
  return (code) => (code === '' ? null : (names.of(code) ?? code));
}
