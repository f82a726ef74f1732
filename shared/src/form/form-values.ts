import type { Endpoint } from '@daybook/contracts/endpoint';
import { pathParams } from '@daybook/contracts/endpoint';
import type { ZodType } from 'zod';

/** The field values, by the names of the endpoint's input. */
export type Values = Record<string, unknown>;

const isRecord = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether the input accepts null for a field: then an emptied field is sent as null, which clears it. */
const takesNull = (endpoint: Endpoint, name: string): boolean =>
  fieldSchema(endpoint, name)?.safeParse(null).success ?? false;

/** A field that the schema lets the caller leave out is not required. */
export const isRequiredBy = (endpoint: Endpoint, name: string): boolean =>
  fieldSchema(endpoint, name)?.safeParse(undefined).success === false;

const fieldSchema = (endpoint: Endpoint, name: string) => endpoint.input.shape[name] as ZodType | undefined;

/**
 * The input of the endpoint. An emptied field becomes null. If it cannot be null, a new document leaves it out, so that
 * it is refused as missing; a PATCH sends null, because leaving it out would mean "unchanged".
 */
export function inputFrom(endpoint: Endpoint, values: Values): Values {
  const input: Values = {};
  for (const [name, value] of Object.entries(values)) {
    const isEmpty = value === '' || value === null || value === undefined;
    if (!isEmpty) input[name] = withoutEmpty(value);
    else if (endpoint.method === 'PATCH' || (value !== undefined && takesNull(endpoint, name)))
      input[name] = null;
  }
  return input;
}

function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, part]) => part !== '' && part !== undefined)
      .map(([name, part]) => [name, withoutEmpty(part)]),
  );
}

/** Whether the endpoint lets a new document name itself. */
export const namesItself = (endpoint: Endpoint): boolean =>
  'id' in endpoint.input.shape && endpoint.method === 'POST' && !pathParams(endpoint.path).includes('id');

/** The fields of a record that the endpoint's form has. */
export const fieldsOf = (endpoint: Endpoint, record: object): Values =>
  Object.fromEntries(
    Object.entries(record).filter(
      ([name]) => name in endpoint.input.shape && !pathParams(endpoint.path).includes(name),
    ),
  );

/** Whether two values are equal. The order of an object's keys does not matter, and empty values are equal. */
export function isSame(a: unknown, b: unknown): boolean {
  if (isRecord(a) && isRecord(b))
    return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((name) => isSame(a[name], b[name]));
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((value, index) => isSame(value, b[index]));
  return (a ?? '') === (b ?? '');
}

/** Another person's value of a field. If the number of rows is unchanged, each part of a row, such as `lines.0.qty`, is a field of its own. */
export interface Change {
  field: string;
  theirs: unknown;
}

/** Three states of a record: the common base, the values entered here, and the saved values. */
export interface ThreeWays {
  base: unknown;
  mine: unknown;
  theirs: unknown;
}

/** `taken`: changed only by the other person. `clashes`: changed by both to different values. */
export interface Merge {
  taken: Change[];
  clashes: Change[];
}

const nothingToMerge: Merge = { taken: [], clashes: [] };

export function mergeOf({ base, mine, theirs }: ThreeWays, field = ''): Merge {
  if (isSame(theirs, base) || isSame(theirs, mine)) return nothingToMerge;
  const parts = partsOf([base, mine, theirs]);
  if (parts === null)
    return isSame(mine, base)
      ? { taken: [{ field, theirs }], clashes: [] }
      : { taken: [], clashes: [{ field, theirs }] };
  const merged = parts.map((name) =>
    mergeOf(
      { base: at(base, name), mine: at(mine, name), theirs: at(theirs, name) },
      field === '' ? name : `${field}.${name}`,
    ),
  );
  return {
    taken: merged.flatMap(({ taken }) => taken),
    clashes: merged.flatMap(({ clashes }) => clashes),
  };
}

const at = (value: unknown, name: string): unknown => (value as Values)[name];

/** The keys of three records, or the indexes of three lists of rows of equal length; null for anything else. */
function partsOf([base, mine, theirs]: readonly unknown[]): string[] | null {
  if (isRecord(base) && isRecord(mine) && isRecord(theirs)) return Object.keys(theirs);
  if (!Array.isArray(base) || !Array.isArray(mine) || !Array.isArray(theirs)) return null;
  const areRows = theirs.every(isRecord) && mine.length === theirs.length && base.length === theirs.length;
  return areRows ? Object.keys(theirs) : null;
}

/**
 * Applies a draft to the current initial values of a form: untouched fields get their current value. If the form edits a
 * record, the draft stays as it was, because its version shows what has changed since.
 */
export function restored(typed: { values: Values; base: Values; version: number | null }, initial: Values) {
  if (typed.version !== null) return { ...initial, ...typed.values };
  const names = new Set([...Object.keys(typed.base), ...Object.keys(typed.values)]);
  const touched = [...names].filter((name) => !isSame(typed.values[name], typed.base[name]));
  return { ...initial, ...Object.fromEntries(touched.map((name) => [name, typed.values[name]])) };
}

/** `lines.0.qty` as an antd field path. */
export const pathOf = (field: string): (string | number)[] =>
  field.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part));

export const emptied = (values: Values): Values =>
  Object.fromEntries(Object.keys(values).map((name) => [name, undefined]));

/** The record in a 412 answer. */
export const recordOf = (data: unknown): { version: number } | null =>
  isRecord(data) && typeof data['version'] === 'number' ? { ...data, version: data['version'] } : null;
