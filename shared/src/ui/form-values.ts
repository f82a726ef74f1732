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

export const isSame = (a: unknown, b: unknown): boolean =>
  JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** The fields that are other now than they were at first, and other than what is typed here. */
export const changedFields = (base: Values, mine: Values, theirs: Values): string[] =>
  Object.keys(theirs).filter(
    (name) => !isSame(theirs[name], base[name]) && !isSame(theirs[name], mine[name]),
  );

/** `lines.0.qty` as antd names a field. */
export const pathOf = (field: string): (string | number)[] =>
  field.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part));

export const emptied = (values: Values): Values =>
  Object.fromEntries(Object.keys(values).map((name) => [name, undefined]));

/** The record that a 412 carries. */
export const recordOf = (data: unknown): { version: number } | null =>
  isRecord(data) && typeof data['version'] === 'number' ? { ...data, version: data['version'] } : null;
