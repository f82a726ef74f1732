import { isDeepStrictEqual } from 'node:util';
import type { AuditChange, AuditValue } from '@daybook/contracts/audit-log/audit-log';
import { isDay } from '@daybook/contracts/history';
import { minor } from '@daybook/contracts/money/money';

export interface Written {
  before?: unknown;
  after?: unknown;
}

type Side = 'before' | 'after';

/** How ids and amounts are shown, and what fields are called. */
export interface Wording {
  nameOf: (id: string) => string | null;
  /** A change of currency changes what the amounts beside it mean. */
  currency: Readonly<Record<Side, string | null>>;
  baseCurrency: string | null;
  labelOf: (field: string) => string;
  /** The word for the code of a field; null if it has none. */
  wordOf: (field: string, code: string) => string | null;
}

/** Fields that say nothing to a person: keys, counters, and copies that only order or find rows. */
const technical: ReadonlySet<string> = new Set([
  'id',
  'version',
  'seq',
  'fy',
  'single',
  'is_only',
  // What the accounts are that come with Daybook, which nobody changes.
  'system_key',
  'subledger',
  'is_advance',
  'kept_by_documents',
  'income_account_type',
  'had_member',
  'perm_version',
  'period_key',
  'sort_name',
  'moves_undone',
  'logo_type',
  'photo_type',
  'due_rows',
  'granted_at',
  'granted_by',
]);

/**
 * No secret is stored in the log: the triggers leave such columns out. Should one ever be named like a secret, its value is still not
 * shown; that it changed is.
 */
const secret = /password(?!_changed_at)|secret|token|hash|totp_(?!required)|smtp|private_key|api_key/;
const withheld: AuditValue = { as: 'text', text: '•••' };

/** Amounts in minor units: of the record's currency, and of the books. */
const amounts: ReadonlySet<string> = new Set([
  'advance_taken',
  'amount',
  'available',
  'bank_charge',
  'certified',
  'charge',
  'charge_amount',
  'credit_limit',
  'credited',
  'discount',
  'expected_value',
  'expense_file_limit',
  'fee',
  'gross',
  'invoice_base',
  'matched',
  'net',
  'original_amount',
  'payable',
  'prepaid',
  'price',
  'received',
  'recoverable_tax',
  'refunded',
  'remind_from',
  'rounding',
  'staff_cash_limit',
  'tax',
  'threshold',
  'total',
  'withheld',
  'withheld_expected',
  'withheld_part',
  'write_off_limit',
  'written_off',
]);
const baseAmounts: ReadonlySet<string> = new Set(['base', 'base_amount', 'base_total', 'receipt_base']);
const prices: ReadonlySet<string> = new Set(['unit_price']);

/** As the database writes an instant. A text that somebody typed may only look like one. */
const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?[+-]\d{2}:\d{2}$/;
const isInstant = (value: string): boolean => instant.test(value) && Number.isFinite(Date.parse(value));
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** A fingerprint of a file; nobody reads more of it. */
const bytes = /^\\x([0-9a-f]{16})[0-9a-f]*$/;

export const isId = (value: unknown): value is string => typeof value === 'string' && uuid.test(value);

function textual(field: string, value: string, { nameOf, wordOf }: Wording): AuditValue | null {
  if (value === '') return null;
  if (isId(value)) {
    const name = nameOf(value);
    return name === null ? { as: 'text', text: value } : { as: 'name', text: name };
  }
  if (isDay(value)) return { as: 'date', date: value };
  if (isInstant(value)) return { as: 'instant', at: new Date(value).toISOString() };
  const [, start] = bytes.exec(value) ?? [];
  if (start !== undefined) return { as: 'text', text: `${start}…` };
  return { as: 'text', text: wordOf(field, value) ?? value };
}

function numeric(field: string, value: number, side: Side, wording: Wording): AuditValue {
  const { baseCurrency } = wording;
  const currency = wording.currency[side];
  const of = amounts.has(field) ? currency : baseAmounts.has(field) ? baseCurrency : null;
  if (of !== null) return { as: 'money', minor: minor(value), currency: of };
  if (prices.has(field) && currency !== null) return { as: 'price', text: String(value), currency };
  return { as: 'decimal', text: String(value) };
}

/** One stored value as a person reads it; null if it is empty. */
function valueOf(field: string, value: unknown, side: Side, wording: Wording): AuditValue | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean') return { as: 'yesNo', is: value };
  if (secret.test(field)) return withheld;
  if (typeof value === 'number') return numeric(field, value, side, wording);
  if (typeof value === 'string') return textual(field, value, wording);
  if (Array.isArray(value)) return listed(field, value, wording);
  return null;
}

/** A list of plain values in one line. */
function listed(field: string, values: readonly unknown[], wording: Wording): AuditValue | null {
  const texts = values.map((one) => {
    if (isId(one)) return wording.nameOf(one) ?? one;
    return typeof one === 'string' ? (wording.wordOf(field, one) ?? one) : String(one);
  });
  return texts.length === 0 ? null : { as: 'text', text: texts.join(', ') };
}

const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null;
const isNested = (value: unknown): value is object =>
  !isPlain(value) && !(Array.isArray(value) && value.every(isPlain));

/** The parts of a nested value, each under the way to it: the number in a list, the name in an object. */
const partsOf = (value: unknown): [string, unknown][] =>
  isNested(value)
    ? Array.isArray(value)
      ? value.map((one, index): [string, unknown] => [String(index + 1), one])
      : Object.entries(value)
    : [];

interface Place {
  /** The name of the nearest field, by which a value is formatted. */
  field: string;
  label: string;
}

const counted = /^\d+$/;

function within({ field, label }: Place, name: string, { labelOf }: Wording): Place {
  if (counted.test(name)) return { field, label: `${label} ${name}` };
  return { field: name, label: `${label} · ${labelOf(name)}` };
}

function changesAt(place: Place, before: unknown, after: unknown, wording: Wording): AuditChange[] {
  if (isDeepStrictEqual(before ?? null, after ?? null) || technical.has(place.field)) return [];
  const [was, is] = [partsOf(before), partsOf(after)];
  if (was.length > 0 || is.length > 0) {
    const [old, now] = [new Map(was), new Map(is)];
    return [...new Set([...old.keys(), ...now.keys()])].flatMap((name) =>
      changesAt(within(place, name, wording), old.get(name), now.get(name), wording),
    );
  }
  const [from, to] = [
    valueOf(place.field, before, 'before', wording),
    valueOf(place.field, after, 'after', wording),
  ];
  return from === null && to === null ? [] : [{ label: place.label, before: from, after: to }];
}

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** The names of the fields that a row wrote, without those that say nothing. */
export function writtenFields({ before, after }: Written): string[] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(
    (field) => !technical.has(field) && !isDeepStrictEqual(was[field] ?? null, is[field] ?? null),
  );
}

/** What a row of the log changed, field by field, in words. */
export function changesOf({ before, after }: Written, wording: Wording): AuditChange[] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  return writtenFields({ before, after }).flatMap((field) =>
    changesAt({ field, label: wording.labelOf(field) }, was[field], is[field], wording),
  );
}

/** Every id among the values, to look up their names at once. */
export const idsIn = (value: unknown): string[] =>
  isId(value) ? [value] : isPlain(value) ? [] : Object.values(value as object).flatMap(idsIn);
