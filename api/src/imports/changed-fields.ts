import type { Change, Default } from './import-kind.ts';

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

/** Those of the fields that a new record has although the row says nothing of them. */
export const defaultsOf = (
  texts: FieldTexts,
  cells: ReadonlyMap<string, string>,
  fields: readonly string[],
): Default[] =>
  fields.flatMap((field) => {
    const value = texts.get(field);
    return value === undefined || cells.get(field) ? [] : [{ field, value }];
  });
