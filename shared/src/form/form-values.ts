import type { Endpoint } from '@daybook/contracts/endpoint';
import { pathParams } from '@daybook/contracts/endpoint';
import type { ZodType } from 'zod';

/** What is in the fields, by the names of the endpoint's input. */
export type Values = Record<string, unknown>;

const isRecord = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether the input takes null for a field: then an emptied field is sent as null, so that it is cleared. */
const takesNull = (endpoint: Endpoint, name: string): boolean =>
  fieldSchema(endpoint, name)?.safeParse(null).success ?? false;

/** What may be left out is not required. */
export const isRequiredBy = (endpoint: Endpoint, name: string): boolean =>
  fieldSchema(endpoint, name)?.safeParse(undefined).success === false;

const fieldSchema = (endpoint: Endpoint, name: string) => endpoint.input.shape[name] as ZodType | undefined;

/**
 * The fields as the endpoint wants them. An emptied field is null; one that cannot be empty is left out of a new document and so
 * found missing, but sent as null to a PATCH, where leaving it out would mean "as it was".
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

/** A new document names itself, where its endpoint lets it. */
export const namesItself = (endpoint: Endpoint): boolean =>
  'id' in endpoint.input.shape && endpoint.method === 'POST' && !pathParams(endpoint.path).includes('id');

/** The fields of a record that its form has. */
export const fieldsOf = (endpoint: Endpoint, record: object): Values =>
  Object.fromEntries(
    Object.entries(record).filter(
      ([name]) => name in endpoint.input.shape && !pathParams(endpoint.path).includes(name),
    ),
  );

/** Whether two values say the same: the order of an object's names does not matter, and what is empty is empty. */
export function isSame(a: unknown, b: unknown): boolean {
  if (isRecord(a) && isRecord(b))
    return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((name) => isSame(a[name], b[name]));
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((value, index) => isSame(value, b[index]));
  return (a ?? '') === (b ?? '');
}

/** What one field of a record is by another person's hand; `lines.0.qty` is a field of its own while the rows are as many. */
export interface Change {
  field: string;
  theirs: unknown;
}

/** Three states of one record: what both started from, what is typed here, what is saved now. */
export interface ThreeWays {
  base: unknown;
  mine: unknown;
  theirs: unknown;
}

/** What only they changed, and what was changed to one thing here and to another there. */
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

/** The names that three records share, the places of three lists of one length; null for what is one value. */
function partsOf([base, mine, theirs]: readonly unknown[]): string[] | null {
  if (isRecord(base) && isRecord(mine) && isRecord(theirs)) return Object.keys(theirs);
  if (!Array.isArray(base) || !Array.isArray(mine) || !Array.isArray(theirs)) return null;
  const areRows = theirs.every(isRecord) && mine.length === theirs.length && base.length === theirs.length;
  return areRows ? Object.keys(theirs) : null;
}

/**
 * What was typed before, over what the form begins with now: what had not been touched is as it is today. A form over a record is
 * left as it was typed; its version says what changed since.
 */
export function restored(typed: { values: Values; base: Values; version: number | null }, initial: Values) {
  if (typed.version !== null) return { ...initial, ...typed.values };
  const names = new Set([...Object.keys(typed.base), ...Object.keys(typed.values)]);
  const touched = [...names].filter((name) => !isSame(typed.values[name], typed.base[name]));
  return { ...initial, ...Object.fromEntries(touched.map((name) => [name, typed.values[name]])) };
}

/** `lines.0.qty` as antd names a field. */
export const pathOf = (field: string): (string | number)[] =>
  field.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part));

export const emptied = (values: Values): Values =>
  Object.fromEntries(Object.keys(values).map((name) => [name, undefined]));

/** The record that a 412 carries. */
export const recordOf = (data: unknown): { version: number } | null =>
  isRecord(data) && typeof data['version'] === 'number' ? { ...data, version: data['version'] } : null;
