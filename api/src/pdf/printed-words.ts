import type { Language } from '@daybook/contracts/fields';
import { filled, textsOf } from '@daybook/contracts/server-texts';

const words = textsOf('documents');

export type PrintedWord = keyof (typeof words)['en'];

/** The texts of a document in its language. A placeholder without a value stays, because the layout fills in the page numbers. */
export const printedWords =
  (language: Language) =>
  (word: PrintedWord, values: Readonly<Record<string, string>> = {}): string =>
    filled(words[language][word], (name) => values[name] ?? `{{${name}}}`);

export type Say = ReturnType<typeof printedWords>;
