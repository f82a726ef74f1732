import type { Language } from '@daybook/contracts/fields';
import { filled, textsOf } from '@daybook/contracts/server-texts';

const words = textsOf('documents');

export type PrintedWord = keyof (typeof words)['en'];

/** The word of a document in its language. A name without a value stays, because the layout fills in the numbers of pages. */
export const printedWords =
  (language: Language) =>
  (word: PrintedWord, values: Readonly<Record<string, string>> = {}): string =>
    filled(words[language][word], (name) => values[name] ?? `{{${name}}}`);

export type Say = ReturnType<typeof printedWords>;
