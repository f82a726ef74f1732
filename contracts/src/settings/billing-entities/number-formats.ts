import { z } from 'zod';
import { text } from '../../fields.ts';
import { checkNumberFormat, isCalendarYear } from '../../money/numbering.ts';
import type { NumberRefusal } from '../../money/numbering.ts';

/** Each kind has its own series of numbers (docs/rules.md#numbers-are-taken-last). */
export const docKinds = [
  'tax_invoice',
  'bill_of_supply',
  'proforma',
  'debit_note',
  'credit_note',
  'receipt',
  'advance_voucher',
  'refund_voucher',
  'expense_voucher',
  'staff_voucher',
] as const;
export const DocKind = z.enum(docKinds);
export type DocKind = z.infer<typeof DocKind>;

export const numberFormatFields = {
  docKind: DocKind,
  prefix: text(10),
  format: text(60).min(1),
  /** The first number of this fiscal year, for a firm that changes over from another program. */
  start: z.int().min(1).max(999_999_999).default(1),
};
export const NumberFormatInput = z.strictObject(numberFormatFields);
export type NumberFormatInput = z.infer<typeof NumberFormatInput>;

export const NumberFormat = z.object({
  docKind: DocKind,
  prefix: z.string(),
  format: z.string(),
  start: z.int(),
  /** Whether numbers of this fiscal year have been taken. `start` can then no longer change. */
  hasNumbers: z.boolean(),
});
export type NumberFormat = z.infer<typeof NumberFormat>;

const PREFIXES: Readonly<Record<DocKind, string>> = {
  tax_invoice: 'INV',
  bill_of_supply: 'BOS',
  proforma: 'PRO',
  debit_note: 'DN',
  credit_note: 'CN',
  receipt: 'RCT',
  advance_voucher: 'ADV',
  refund_voucher: 'RFV',
  expense_voucher: 'EXP',
  staff_voucher: 'STV',
};

/** INV/25-26/0001 if the year spans two calendar years. India's limit of 16 characters leaves room for 999,999 numbers a year. */
export const defaultNumberFormats = (): NumberFormatInput[] =>
  docKinds.map((docKind) => ({
    docKind,
    prefix: PREFIXES[docKind],
    format: '{PFX}/{FY:25-26}/{SEQ:4}',
    start: 1,
  }));

/** Why a format cannot be saved. Every series restarts with the fiscal year. */
export function numberFormatRefusal(
  { prefix, format, start }: Pick<NumberFormatInput, 'prefix' | 'format' | 'start'>,
  { country, fyStart }: { country: string; fyStart: string },
): NumberRefusal | undefined {
  const checked = checkNumberFormat({ prefix, format, start, country, fyStart, restartsEachYear: true });
  return checked.ok ? undefined : checked.code;
}

type Written = Pick<NumberFormatInput, 'docKind' | 'prefix' | 'format'>;

/** The pattern of a format in a comparable form: `{FY:2025}` is written as `20` and `{FY:25}`, and a calendar year has one name. */
function written({ prefix, format }: Written, fyStart: string | null): string {
  const year = '{FY:25}';
  return format
    .replaceAll('{PFX}', () => prefix)
    .replaceAll('{FY:2025}', `20${year}`)
    .replaceAll('{FY:25-26}', isCalendarYear(fyStart) ? year : '{FY:25-26}')
    .replace(/\{SEQ:\d\}/, '{SEQ}');
}

/**
 * The other kinds of document whose numbers would equal those of this one. The width of the sequence does not matter,
 * because a sequence can outgrow it. `fyStart` is null until it is chosen.
 */
export const sameNumbers = (of: Written, formats: readonly Written[], fyStart: string | null): DocKind[] =>
  formats
    .filter((other) => other.docKind !== of.docKind && written(other, fyStart) === written(of, fyStart))
    .map(({ docKind }) => docKind);
