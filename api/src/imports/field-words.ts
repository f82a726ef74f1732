import { languages } from '@daybook/contracts/fields';
import type { Language } from '@daybook/contracts/fields';
import { plainHeading } from './headings.ts';

export type Words = Readonly<Record<string, string>>;

/** What the fields of a kind are called, and the words of a field with fixed values. */
export interface FieldNames {
  fields: readonly string[];
  labelOf: (field: string, language: Language) => string;
  /** What people call a column elsewhere, in the four languages, between bars. */
  synonyms: Words;
  wordsOf: (field: string, language: Language) => Words | null;
}

/** The field of each heading as it is compared: the labels of all languages, and the synonyms. The first field keeps a heading. */
export function headingsOf({ fields, labelOf, synonyms }: FieldNames): Map<string, string> {
  const found = new Map<string, string>();
  for (const field of fields) {
    addHeading(found, field, field);
    for (const language of languages) addHeading(found, labelOf(field, language), field);
  }
  for (const [field, words] of Object.entries(synonyms))
    for (const word of words.split('|')) addHeading(found, word, field);
  return found;
}

export function addHeading(headings: Map<string, string>, heading: string, field: string): void {
  const plain = plainHeading(heading);
  if (plain !== '' && !headings.has(plain)) headings.set(plain, field);
}

/** The values of a field by each word for them in any language, as headings are compared. */
function valuesByWord(field: string, wordsOf: FieldNames['wordsOf']): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const language of languages)
    for (const [value, word] of Object.entries(wordsOf(field, language) ?? {})) {
      values.set(plainHeading(value), value);
      values.set(plainHeading(word), value);
    }
  return values;
}

/** The values of each field that has fixed ones. */
export const valuesOf = ({ fields, wordsOf }: FieldNames): ReadonlyMap<string, ReadonlyMap<string, string>> =>
  new Map(
    fields
      .filter((field) => wordsOf(field, 'en') !== null)
      .map((field) => [field, valuesByWord(field, wordsOf)]),
  );

/** Several values of a field as one text. */
export const valueSeparator = '; ';

/** The text of a field in the reader's words; what has no word stays as it is. */
export function inWords(
  { wordsOf }: Pick<FieldNames, 'wordsOf'>,
  field: string,
  text: string,
  language: Language,
): string {
  const words = wordsOf(field, language);
  if (words === null) return text;
  return text
    .split(valueSeparator)
    .map((value) => words[value] ?? value)
    .join(valueSeparator);
}
