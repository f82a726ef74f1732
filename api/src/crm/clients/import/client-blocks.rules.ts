import {
  mostImportedAddresses,
  mostImportedContacts,
  mostImportedRegistrations,
  schemesWithColumn,
} from '@daybook/contracts/crm/clients/client-imports';
import { checkIdentifier, normaliseIdentifier } from '@daybook/contracts/identifiers/identifiers';
import type { TaxScheme } from '@daybook/contracts/identifiers/tax-scheme';
import { regionsOf } from '@daybook/contracts/regions';
import { plainHeading } from '../../../imports/headings.ts';
import type { Remark } from '../../../imports/import-kind.ts';
import { valuesOfFields } from './client-import-fields.ts';
import { listedByComma, phoneOf } from '../../../imports/cell-values.ts';

type Cells = ReadonlyMap<string, string>;
type Values = Record<string, unknown>;

/** The parts of a client as a row has them, each with the field that it comes from. */
export interface Blocks {
  items: Values[];
  /** `contact2`, or `registration.IN:GSTIN` for each item. */
  origins: string[];
}

interface Context {
  cells: Cells;
  isCleared: boolean;
  /** The client's country, for what a row leaves out. */
  country: string;
  fault: (field: string, code: string) => void;
  warn: (remark: Remark) => void;
}

const isMapped = (cells: Cells, prefix: string): boolean => {
  for (const field of cells.keys()) if (field.startsWith(prefix)) return true;
  return false;
};
const isFilled = (cells: Cells, prefix: string): boolean => {
  for (const [field, text] of cells) if (text !== '' && field.startsWith(prefix)) return true;
  return false;
};

function chosen(field: string, { cells, fault }: Context, otherwise: string): string {
  const text = cells.get(field) ?? '';
  if (text === '') return otherwise;
  const value = valuesOfFields.get(field)?.get(plainHeading(text));
  if (value === undefined) fault(field, 'NOT_A_CHOICE');
  return value ?? otherwise;
}

interface Joining {
  isCleared: boolean;
  /** How many items the columns of the file can name. */
  places: number;
  /** What an item has that is new, where the row says nothing. */
  blank: Values;
  /** In which ways an item is the same as one of the client, the surest first. */
  sames: readonly ((given: Values, existing: Values) => boolean)[];
  /** What an item keeps of the one in whose place it comes; all of it, if absent. */
  kept?: (given: Values, before: Values) => Values;
  /** Whether a column of its own names items like this one. */
  hasColumn?: (existing: Values) => boolean;
}

/** The place of the client's item that each given one is the same as; -1 for a new one. */
function placesOf({ items }: Blocks, existing: readonly Values[], sames: Joining['sames']): number[] {
  const used = new Set<number>();
  return items.map((item) => {
    for (const same of sames) {
      const at = existing.findIndex((one, index) => !used.has(index) && same(item, one));
      if (at >= 0) {
        used.add(at);
        return at;
      }
    }
    return -1;
  });
}

/**
 * Puts what a row gives into the items that a client has. It adds and overwrites. If empty cells clear, it also empties what an empty
 * cell names, and items of the client go as far as the columns of the file could have named them; what has no column stays.
 */
function joined(given: Blocks, existing: readonly Values[], joining: Joining): Blocks {
  const found = placesOf(given, existing, joining.sames);
  const items = [...existing];
  const origins = existing.map(() => '');
  for (const [index, item] of given.items.entries()) {
    const at = found[index] ?? -1;
    const before = existing[at];
    const filled = Object.entries(item).filter(([, value]) => value !== null || joining.isCleared);
    const place = before ? at : items.length;
    const kept = before && (joining.kept?.(item, before) ?? before);
    items[place] = { ...joining.blank, ...kept, ...Object.fromEntries(filled) };
    origins[place] = given.origins[index] ?? '';
  }
  if (!joining.isCleared) return { items, origins };
  let free = joining.places - found.filter((at) => at >= 0).length;
  const stays = items.map((item, index) => {
    if (index >= existing.length || found.includes(index)) return true;
    if (joining.hasColumn?.(item)) return false;
    free -= 1;
    return free < 0;
  });
  return {
    items: items.filter((_, index) => stays[index]),
    origins: origins.filter((_, index) => stays[index]),
  };
}

/** How many of the items `contact1`, `contact2`, … have a column. */
const placesIn = (cells: Cells, name: string, most: number): number =>
  Array.from({ length: most }, (_, index) => `${name}${index + 1}.`).filter((prefix) =>
    isMapped(cells, prefix),
  ).length;

/** A part of an item, unless the file has no column for it. */
const part = (cells: Cells, origin: string, key: string, value: (text: string) => unknown): Values => {
  const text = cells.get(`${origin}.${key}`);
  return text === undefined ? {} : { [key]: text === '' ? null : value(text) };
};
const asWritten = (text: string) => text;

const textOf = (cells: Cells, field: string): string | null => cells.get(field) || null;

/** Contacts are the same by e-mail address, else by name or by phone. */
export function readContacts(context: Context, existing: readonly Values[]): Blocks | null {
  const { cells, country, fault } = context;
  if (!isMapped(cells, 'contact')) return null;
  const given: Blocks = { items: [], origins: [] };
  for (let no = 1; no <= mostImportedContacts; no += 1) {
    const origin = `contact${no}`;
    if (!isFilled(cells, `${origin}.`)) continue;
    const name = textOf(cells, `${origin}.name`);
    const words = valuesOfFields.get(`${origin}.roles`);
    const rolesOf = (text: string) => {
      const known = listedByComma(text).map((role) => words?.get(plainHeading(role)));
      if (known.includes(undefined)) fault(`${origin}.roles`, 'NOT_A_CHOICE');
      return known.filter((role) => role !== undefined);
    };
    given.items.push({
      ...(name !== null && { name }),
      ...part(cells, origin, 'email', (text) => text.toLowerCase()),
      ...part(cells, origin, 'phone', (text) => phoneOf(text, country)),
      ...part(cells, origin, 'roles', rolesOf),
    });
    given.origins.push(origin);
  }
  if (given.items.length === 0 && !context.isCleared) return null;
  const by = (key: string) => (item: Values, one: Values) =>
    (item[key] ?? null) !== null && item[key] === one[key];
  const blocks = joined(given, existing, {
    isCleared: context.isCleared,
    places: placesIn(cells, 'contact', mostImportedContacts),
    blank: { name: null, email: null, phone: null, roles: null },
    sames: [by('email'), by('name'), by('phone')],
  });
  // Without a name, people are called by how they are reached.
  for (const item of blocks.items) item['name'] ??= item['email'] ?? item['phone'];
  return blocks;
}

/** Addresses are the same by their place in the file and their kind. */
export function readAddresses(context: Context, existing: readonly Values[]): Blocks | null {
  const { cells, country } = context;
  if (!isMapped(cells, 'address')) return null;
  const given: Blocks = { items: [], origins: [] };
  for (let no = 1; no <= mostImportedAddresses; no += 1) {
    const origin = `address${no}`;
    const kind = chosen(`${origin}.kind`, context, no === 1 ? 'billing' : 'other');
    const before = existing.find((one) => one['kind'] === kind);
    const parts = ['line1', 'line2', 'city', 'postal', 'regionCode', ...(before ? ['country'] : [])];
    if (parts.every((one) => textOf(cells, `${origin}.${one}`) === null)) continue;
    const standing = before?.['country'] as string | undefined;
    const own = textOf(cells, `${origin}.country`)?.toUpperCase() ?? standing ?? country;
    const regions = regionsOf(own);
    const regionOf = (text: string) =>
      regions?.find(({ name }) => plainHeading(name) === plainHeading(text))?.regionCode ??
      text.toUpperCase();
    given.items.push({
      kind,
      ...part(cells, origin, 'line1', asWritten),
      ...part(cells, origin, 'line2', asWritten),
      ...part(cells, origin, 'city', asWritten),
      ...part(cells, origin, 'regionCode', regionOf),
      ...part(cells, origin, 'postal', asWritten),
      country: own,
    });
    given.origins.push(origin);
  }
  if (given.items.length === 0 && !context.isCleared) return null;
  return joined(given, existing, {
    isCleared: context.isCleared,
    places: placesIn(cells, 'address', mostImportedAddresses),
    blank: { line1: null, line2: null, city: null, regionCode: null, postal: null },
    sames: [(item, one) => item['kind'] === one['kind']],
  });
}

/** A wrong check digit is imported with a note and a warning; anything else that is wrong is refused by the rules of clients. */
function readNumber(
  scheme: TaxScheme,
  text: string,
  origin: string,
  context: Context,
  notes: { given: string | null; existing: readonly Values[]; checksum: string },
): Values {
  const value = normaliseIdentifier(scheme, text);
  const verdict = checkIdentifier(scheme, value);
  const isOff = !verdict.ok && verdict.reason === 'checksum';
  const field = origin.includes('.') ? origin : `${origin}.value`;
  if (isOff) context.warn({ field, code: 'CHECKSUM' });
  const standing = notes.existing.find((one) => one['scheme'] === scheme && one['value'] === value);
  return {
    scheme,
    value,
    note: notes.given ?? standing?.['note'] ?? (isOff ? notes.checksum : null),
  };
}

const isInForce = ({ validTo }: Values): boolean => (validTo ?? null) === null;

/** Registrations are the same by scheme and number; a client that has one of a scheme in force gets the row's instead. */
export function readRegistrations(
  context: Context,
  existing: readonly Values[],
  checksumNote: string,
): Blocks | null {
  const { cells, fault } = context;
  if (!isMapped(cells, 'registration')) return null;
  const notes = { existing, checksum: checksumNote };
  const given: Blocks = { items: [], origins: [] };
  for (const scheme of schemesWithColumn) {
    const origin = `registration.${scheme}`;
    const text = cells.get(origin) ?? '';
    if (text === '') continue;
    given.items.push(readNumber(scheme, text, origin, context, { given: null, ...notes }));
    given.origins.push(origin);
  }
  for (let no = 1; no <= mostImportedRegistrations; no += 1) {
    const origin = `registration${no}`;
    if (!isFilled(cells, `${origin}.`)) continue;
    const text = cells.get(`${origin}.value`) ?? '';
    if (text === '') fault(`${origin}.value`, 'REQUIRED');
    if ((cells.get(`${origin}.scheme`) ?? '') === '') fault(`${origin}.scheme`, 'REQUIRED');
    const scheme = chosen(`${origin}.scheme`, context, 'other') as TaxScheme;
    const read = readNumber(scheme, text, origin, context, {
      given: textOf(cells, `${origin}.note`),
      ...notes,
    });
    given.items.push({ ...read, ...part(cells, origin, 'region', asWritten) });
    given.origins.push(origin);
  }
  if (given.items.length === 0 && !context.isCleared) return null;
  const counted = (scheme: unknown, list: readonly Values[]) =>
    list.filter((one) => one['scheme'] === scheme).length;
  const blocks = joined(given, existing, {
    isCleared: context.isCleared,
    places: placesIn(cells, 'registration', mostImportedRegistrations),
    blank: { region: null, note: null, validFrom: null, validTo: null },
    sames: [
      (item, one) => item['scheme'] === one['scheme'] && item['value'] === one['value'],
      // A number that has a last day stays as it was, beside the one that follows it.
      (item, one) =>
        item['scheme'] === one['scheme'] &&
        isInForce(one) &&
        counted(item['scheme'], existing.filter(isInForce)) === 1 &&
        counted(item['scheme'], given.items) === 1,
    ],
    kept: (item, before) => (item['value'] === before['value'] ? before : { region: before['region'] }),
    hasColumn: (one) => isInForce(one) && cells.has(`registration.${String(one['scheme'])}`),
  });
  for (const item of blocks.items) {
    const isRight = checkIdentifier(item['scheme'] as TaxScheme, String(item['value'])).ok;
    if (isRight && item['note'] === checksumNote) item['note'] = null;
  }
  return blocks;
}
