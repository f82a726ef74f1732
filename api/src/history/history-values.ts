import { isDeepStrictEqual } from 'node:util';
import { isDay } from '@daybook/contracts/history';
import type { HistoryChange, HistoryPart, HistoryValue } from '@daybook/contracts/history';
import { minor } from '@daybook/contracts/money/money';
import type { Fields } from './audit-rows.ts';
import { isId } from './history-names.ts';
import type { Names } from './history-names.ts';

/** What the reader may see, and the currency of the record’s amounts. */
export interface Reader {
  names: Names;
  showsMoney: boolean;
  currency: string | null;
}

/** An amount of a part, if the reader may see money. */
export function moneyOf(value: unknown, { showsMoney, currency }: Reader): HistoryPart['amount'] {
  return showsMoney && currency !== null && typeof value === 'number'
    ? { minor: minor(value), currency }
    : null;
}

/** Amounts that only a money permission shows (docs/rules.md#money-permissions), in minor units. */
const amounts: ReadonlySet<string> = new Set([
  'amount',
  'bank_charge',
  'charge',
  'charge_amount',
  'credit_limit',
  'discount',
  'expected_value',
  'fee',
  'gross',
  'net',
  'original_amount',
  'payable',
  'price',
  'staff_cash_limit',
  'tax',
  'threshold',
  'total',
  'withheld',
  'write_off_limit',
  'expense_file_limit',
]);
/** Amounts that are stored as decimals. */
const prices: ReadonlySet<string> = new Set(['unit_price']);

/** Fields that nobody entered, or that follow from what was entered. */
const silent: ReadonlySet<string> = new Set([
  'id',
  'version',
  'period_key',
  'seq',
  'fy',
  'perm_version',
  'has_totp',
  'had_member',
  'moves_undone',
  'status_since',
  'stage',
  'outstanding',
  'paid',
  'settled_on',
  'tolerated',
  'credited',
  'written_off',
  'refunded',
  'available',
  'applied',
  'recoverable_tax',
  'rounding',
  'base_total',
  'withheld_expected',
  'advance_taken',
  'allocated',
]);

/** The command itself shows who did it and when. */
const stamp = /_at$|(?<!paid)_by$/;
const isTold = (field: string): boolean => !silent.has(field) && !stamp.test(field);

function textual(value: string, { names }: Reader): HistoryValue | null {
  if (isId(value)) {
    const name = names.get(value);
    return name === undefined ? null : { as: 'name', text: name };
  }
  if (isDay(value)) return { as: 'date', date: value };
  return { as: 'text', text: value };
}

/** The rates of an expense; its amounts are fields of their own. */
const ratesOf = (rows: readonly unknown[]): HistoryValue => ({
  as: 'text',
  text: (rows as { rate: string }[]).map(({ rate }) => `${rate} %`).join(', '),
});

/** Parts of a master that are stored in one column, such as bank accounts: their texts, without ids. */
const textsOf = (rows: readonly unknown[]): HistoryValue => ({
  as: 'text',
  text: rows
    .map((row) =>
      Object.values(row as object)
        .filter((one) => typeof one === 'string' && one !== '' && !isId(one))
        .join(' '),
    )
    .join(', '),
});
const lists: ReadonlySet<string> = new Set(['bank_accounts', 'registrations']);

function valueOf(field: string, value: unknown, reader: Reader): HistoryValue | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'boolean') return { as: 'yesNo', is: value };
  if (Array.isArray(value) && field === 'input_tax') return ratesOf(value);
  if (Array.isArray(value) && lists.has(field)) return value.length === 0 ? null : textsOf(value);
  if (Array.isArray(value) && value.every((one) => typeof one === 'string'))
    return value.length === 0 ? null : { as: 'text', text: value.join(', ') };
  if (typeof value === 'number' && amounts.has(field))
    return reader.currency === null ? null : { as: 'money', minor: minor(value), currency: reader.currency };
  if (typeof value === 'number' && prices.has(field))
    return reader.currency === null ? null : { as: 'price', text: String(value), currency: reader.currency };
  if (typeof value === 'number') return { as: 'decimal', text: String(value) };
  if (typeof value !== 'string') return null;
  return textual(value, reader);
}

const nameOf = (field: string): string =>
  field.replace(/_id$/, '').replaceAll(/_([a-z\d])/g, (_match, letter: string) => letter.toUpperCase());

/** The currency of an amount is the one that the record had at the time. */
const asOf = (fields: Fields, reader: Reader): Reader =>
  typeof fields['currency'] === 'string' ? { ...reader, currency: fields['currency'] } : reader;

/** The fields that differ, as a person reads them: references by name, without fields that follow from others. */
export function changesBetween(before: Fields, after: Fields, reader: Reader, within = ''): HistoryChange[] {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (field) => isTold(field) && (reader.showsMoney || !(amounts.has(field) || prices.has(field))),
  );
  return fields.flatMap((field) => {
    if (isDeepStrictEqual(before[field] ?? null, after[field] ?? null)) return [];
    const [was, is] = [
      valueOf(field, before[field], asOf(before, reader)),
      valueOf(field, after[field], asOf(after, reader)),
    ];
    if (field === 'input_tax' && isDeepStrictEqual(was, is)) return [];
    return was === null && is === null ? [] : [{ field: within + nameOf(field), before: was, after: is }];
  });
}
