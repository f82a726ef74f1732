import type { Change } from './import-kind.ts';

/** The fields of a record as texts, to compare them and to show what an import changes. */
export type FieldTexts = Map<string, string>;

export type FieldValue = string | number | boolean | null | undefined;

export const put = (texts: FieldTexts, field: string, value: FieldValue): void => {
  if (value !== null && value !== undefined && value !== '') texts.set(field, String(value));
};

/** The fields that differ, in the order of the fields. */
export const changesOf = (before: FieldTexts, after: FieldTexts): Change[] =>
  [...new Set([...before.keys(), ...after.keys()])]
    .filter((field) => before.get(field) !== after.get(field))
    .map((field) => ({ field, before: before.get(field) ?? '', after: after.get(field) ?? '' }));
