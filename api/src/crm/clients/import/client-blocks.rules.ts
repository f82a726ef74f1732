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
import { listedByComma, phoneOf } from './cell-values.ts';

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

const isMapped = (cells: Cells, prefix: string): boolean =>
  [...cells.keys()].some((field) => field.startsWith(prefix));
const isFilled = (cells: Cells, prefix: string): boolean =>
  [...cells].some(([field, text]) => field.startsWith(prefix) && text !== '');

function chosen(field: string, { cells, fault }: Context, otherwise: string): string {
  const text = cells.get(field) ?? '';
  if (text === '') return otherwise;
  const value = valuesOfFields.get(field)?.get(plainHeading(text));
  if (value === undefined) fault(field, 'NOT_A_CHOICE');
  return value ?? otherwise;
}

/**
 * Puts what a row gives into the items that a client has: by the first way in which an item is the same as one of them. Unless
 * empty cells clear, it adds and overwrites; else the row's items are all there are.
 */
function joined(
  given: Blocks,
  existing: readonly Values[],
  context: Pick<Context, 'isCleared'>,
  sames: readonly ((given: Values, existing: Values) => boolean)[],
): Blocks {
  const used = new Set<number>();
  const found = given.items.map((item) => {
    for (const same of sames) {
      const at = existing.findIndex((one, index) => !used.has(index) && same(item, one));
      if (at >= 0) {
        used.add(at);
        return at;
      }
    }
    return -1;
  });
  const laid = given.items.map((item, index) => {
    const before = existing[found[index] ?? -1] ?? {};
    const filled = Object.entries(item).filter(([, value]) => value !== null || context.isCleared);
    return { ...before, ...Object.fromEntries(filled) };
  });
  if (context.isCleared) return { items: laid, origins: given.origins };
  const items = [...existing];
  const origins = existing.map(() => '');
  for (const [index, item] of laid.entries()) {
    const at = found[index] ?? -1;
    const place = at < 0 ? items.length : at;
    items[place] = item;
    origins[place] = given.origins[index] ?? '';
  }
  return { items, origins };
}

const textOf = (cells: Cells, field: string): string | null => cells.get(field) || null;

/** Contacts are the same by e-mail address, else by name or by phone. */
export function readContacts(context: Context, existing: readonly Values[]): Blocks | null {
  const { cells, country, fault } = context;
  if (!isMapped(cells, 'contact')) return null;
  const given: Blocks = { items: [], origins: [] };
  for (let no = 1; no <= mostImportedContacts; no += 1) {
    const origin = `contact${no}`;
    if (!isFilled(cells, `${origin}.`)) continue;
    const email = textOf(cells, `${origin}.email`);
    const phone = textOf(cells, `${origin}.phone`);
    const roles =
      (cells.get(`${origin}.roles`) ?? '') === '' ? null : listedByComma(cells.get(`${origin}.roles`) ?? '');
    const words = valuesOfFields.get(`${origin}.roles`);
    const known = roles?.map((role) => words?.get(plainHeading(role))) ?? null;
    if (known?.includes(undefined)) fault(`${origin}.roles`, 'NOT_A_CHOICE');
    given.items.push({
      // Without a name, people are called by how they are reached.
      name: textOf(cells, `${origin}.name`) ?? (existing.length === 0 ? (email ?? phone) : null),
      email: email?.toLowerCase() ?? null,
      phone: phone === null ? null : phoneOf(phone, country),
      roles: known?.filter((role) => role !== undefined) ?? null,
    });
    given.origins.push(origin);
  }
  if (given.items.length === 0 && !context.isCleared) return null;
  const by = (key: string) => (item: Values, one: Values) => item[key] !== null && item[key] === one[key];
  const blocks = joined(given, existing, context, [by('email'), by('name'), by('phone')]);
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
    const isGiven = ['line1', 'line2', 'city', 'postal', 'regionCode'].some((part) =>
      isFilled(cells, `${origin}.${part}`),
    );
    if (!isGiven) continue;
    const own = (textOf(cells, `${origin}.country`) ?? country).toUpperCase();
    const region = textOf(cells, `${origin}.regionCode`);
    const named = regionsOf(own)?.find(({ name }) => plainHeading(name) === plainHeading(region ?? ''));
    given.items.push({
      kind: chosen(`${origin}.kind`, context, no === 1 ? 'billing' : 'other'),
      line1: textOf(cells, `${origin}.line1`),
      line2: textOf(cells, `${origin}.line2`),
      city: textOf(cells, `${origin}.city`),
      regionCode: region === null ? null : (named?.regionCode ?? region.toUpperCase()),
      postal: textOf(cells, `${origin}.postal`),
      country: own,
    });
    given.origins.push(origin);
  }
  if (given.items.length === 0 && !context.isCleared) return null;
  return joined(given, existing, context, [(item, one) => item['kind'] === one['kind']]);
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
    region: null,
    note: notes.given ?? standing?.['note'] ?? (isOff ? notes.checksum : null),
  };
}

/** Registrations are the same by scheme and number; a client that has one of a scheme gets the row's instead. */
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
    given.items.push({ ...read, region: textOf(cells, `${origin}.region`) });
    given.origins.push(origin);
  }
  if (given.items.length === 0 && !context.isCleared) return null;
  const counted = (scheme: unknown, list: readonly Values[]) =>
    list.filter((one) => one['scheme'] === scheme).length;
  const blocks = joined(given, existing, context, [
    (item, one) => item['scheme'] === one['scheme'] && item['value'] === one['value'],
    (item, one) =>
      item['scheme'] === one['scheme'] &&
      counted(item['scheme'], existing) === 1 &&
      counted(item['scheme'], given.items) === 1,
  ]);
  for (const item of blocks.items) {
    const isRight = checkIdentifier(item['scheme'] as TaxScheme, String(item['value'])).ok;
    if (isRight && item['note'] === checksumNote) item['note'] = null;
  }
  return blocks;
}
