import fc from 'fast-check';
import { z } from 'zod';
import type { Endpoint } from '@daybook/contracts/endpoint';

/** The part of JSON Schema that zod writes. */
interface Schema {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  /** The choices of a discriminated union. */
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
}

/** Ids of existing records, for a field by its name. */
export type IdsFor = (field: string) => readonly string[];

/** Values that no schema asks for and that break programs. */
export const malformed: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  -0,
  1.5,
  1e308,
  2 ** 53 + 2,
  -(2 ** 53),
  '',
  ' ',
  '0',
  '-1',
  'null',
  '\u0000',
  '\uD800',
  '\u202Egnp.exe',
  "'; drop table invoice; --",
  '%_\\',
  '../../etc/passwd',
  'x'.repeat(5_000),
  '999999999999999999999999999999',
  '0.0000000000000000000001',
  '9999-12-31',
  '0001-01-01',
  '2026-02-30',
  '2026-06-15T00:00:00Z',
  [],
  [null],
  [[[[]]]],
  {},
  { length: 1 },
  { toString: 'x' },
];

// Most patterns of the contract accept far less than any text; these are what people type.
const words = fc.constantFrom(
  'Müller & Söhne',
  '株式会社山田',
  'Ünï cödé',
  'a',
  '0',
  "O'Brien",
  '  x  ',
  '👩‍👩‍👧',
);
const codes = fc.constantFrom(
  'EUR',
  'INR',
  'JPY',
  'USD',
  'NL',
  'IN',
  'FR',
  'NL-NH',
  'IN-MH',
  '27',
  'C62',
  '9982',
);
const decimals = fc.constantFrom('0', '1', '12.5', '100', '0.000001', '999999', '33.333333');
const days = fc
  .date({ min: new Date('2025-01-01'), max: new Date('2027-12-31'), noInvalidDate: true })
  .map((day) => day.toISOString().slice(0, 10));

function textOf({ format, pattern, minLength = 0, maxLength = 40 }: Schema, field: string, idsFor: IdsFor) {
  if (format === 'uuid') {
    const known = idsFor(field);
    const unknown = { weight: 1, arbitrary: fc.uuid({ version: 7 }) };
    return known.length === 0
      ? unknown.arbitrary
      : fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...known) }, unknown);
  }
  if (format === 'date') return days;
  const free = fc.oneof(
    words,
    codes,
    decimals,
    days,
    fc.string({ minLength, maxLength: Math.min(maxLength, 40) }),
  );
  // A pattern with Unicode classes or lookahead cannot generate texts.
  if (pattern === undefined || /\\p\{|\(\?[=!]/.test(pattern)) return free;
  return fc.oneof(
    { weight: 3, arbitrary: fc.stringMatching(new RegExp(pattern)) },
    { weight: 1, arbitrary: free },
  );
}

function numberOf({ minimum = -1_000, maximum = 1_000_000 }: Schema) {
  const [min, max] = [Math.max(minimum, -1e9), Math.min(maximum, 1e9)];
  return fc.oneof(
    {
      weight: 5,
      arbitrary: fc.integer({ min: Math.ceil(min), max: Math.floor(Math.min(max, min + 10_000)) }),
    },
    { weight: 1, arbitrary: fc.constantFrom(minimum, maximum) },
  );
}

function objectOf({ properties = {}, required = [] }: Schema, idsFor: IdsFor): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, valueOf(schema, name, idsFor)]),
  );
  return fc.record(fields, { requiredKeys: required });
}

function valueOf(schema: Schema, field: string, idsFor: IdsFor): fc.Arbitrary<unknown> {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((one) => valueOf(one, field, idsFor)));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if ('const' in schema) return fc.constant(schema.const);
  const types = [schema.type ?? 'string'].flat();
  if (types.length > 1) return fc.oneof(...types.map((type) => valueOf({ ...schema, type }, field, idsFor)));
  switch (types[0]) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
    case 'number':
      return numberOf(schema);
    case 'array':
      return fc.array(valueOf(schema.items ?? {}, field.replace(/s$/, ''), idsFor), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 3, 3),
      });
    case 'object':
      return objectOf(schema, idsFor);
    default:
      return textOf(schema, field, idsFor);
  }
}

type Input = Record<string, unknown>;

/** Inputs that fit the endpoint’s schema as far as JSON Schema can express it, mostly with ids of real records. */
const fittingInputs = (endpoint: Endpoint, idsFor: IdsFor): fc.Arbitrary<Input> =>
  objectOf(
    z.toJSONSchema(endpoint.input, { io: 'input', unrepresentable: 'any' }) as Schema,
    idsFor,
  ) as fc.Arbitrary<Input>;

/** Fitting inputs; if a good one is known, that one with at most three fields from another. */
export function validInputs(endpoint: Endpoint, idsFor: IdsFor, good?: Input): fc.Arbitrary<Input> {
  const fitting = fittingInputs(endpoint, idsFor);
  if (!good) return fitting;
  return fc
    .record({ other: fitting, places: fc.array(fc.nat(), { maxLength: 3 }) })
    .map(({ other, places }) => {
      const names = Object.keys(other);
      const taken = places
        .map((place) => names[place % names.length] ?? 'id')
        .filter((name) => name in other);
      const input = {
        ...structuredClone(good),
        ...Object.fromEntries(taken.map((name) => [name, other[name]])),
      };
      return 'id' in other && endpoint.path.includes(':id') ? { ...input, id: other.id } : input;
    });
}

/** The places in a value where something else can be put. */
const placesIn = (value: unknown): string[][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, part]) => [[key], ...placesIn(part).map((rest) => [key, ...rest])])
    : [];

function changed(
  value: unknown,
  [key, ...rest]: readonly string[],
  change: (part: Input, key: string) => void,
) {
  if (key === undefined) return;
  const part = value as Input;
  if (rest.length === 0) change(part, key);
  else changed(part[key], rest, change);
}

/** A fitting input in which one place is missing, strange or superfluous. */
export const invalidInputs = (endpoint: Endpoint, idsFor: IdsFor, good?: Input): fc.Arbitrary<Input> =>
  fc
    .record({
      input: validInputs(endpoint, idsFor, good),
      place: fc.nat(),
      kind: fc.constantFrom('drop', 'replace', 'replace', 'replace', 'add'),
      strange: fc.oneof(fc.constantFrom(...malformed), fc.jsonValue({ maxDepth: 2 })),
    })
    .map(({ input, place, kind, strange }) => {
      const broken = structuredClone(input);
      const places = placesIn(broken);
      const path = places[place % places.length];
      if (!path || kind === 'add') return { ...broken, surprise: strange };
      changed(broken, path, (part, key) => {
        if (kind === 'drop') delete part[key];
        else part[key] = strange;
      });
      return broken;
    });
