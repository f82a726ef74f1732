import { z } from 'zod';
import { text } from '../fields.ts';
import { checkNumberFormat } from '../money/numbering.ts';
import type { NumberRefusal } from '../money/numbering.ts';

/** Each has numbers of its own (domain.md §5). */
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
] as const;
export const DocKind = z.enum(docKinds);
export type DocKind = z.infer<typeof DocKind>;

export const numberFormatFields = {
  docKind: DocKind,
  prefix: text(10),
  format: text(60).min(1),
  /** The first number of this fiscal year, for a firm that comes from another program. */
  start: z.int().min(1).max(999_999_999).default(1),
};
export const NumberFormatInput = z.strictObject(numberFormatFields);
export type NumberFormatInput = z.infer<typeof NumberFormatInput>;

export const NumberFormat = z.object({
  docKind: DocKind,
  prefix: z.string(),
  format: z.string(),
  start: z.int(),
  /** Of this fiscal year: from then on `start` stays. */
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
};

/** INV/25-26/0001 where the year spans two; 16 characters, India's limit, leave room for 999,999 a year. */
export const defaultNumberFormats = (): NumberFormatInput[] =>
  docKinds.map((docKind) => ({
    docKind,
    prefix: PREFIXES[docKind],
    format: '{PFX}/{FY:25-26}/{SEQ:4}',
    start: 1,
  }));

/** Why a format cannot be saved; every series begins anew with its fiscal year. */
export function numberFormatRefusal(
  { prefix, format, start }: Pick<NumberFormatInput, 'prefix' | 'format' | 'start'>,
  { country, fyStart }: { country: string; fyStart: string },
): NumberRefusal | undefined {
  const checked = checkNumberFormat({ prefix, format, start, country, fyStart, restartsEachYear: true });
  return checked.ok ? undefined : checked.code;
}

type Written = Pick<NumberFormatInput, 'docKind' | 'prefix' | 'format'>;

/** The other kinds of document that would have the same numbers as this one; a sequence grows past its width. */
export const sameNumbers = (of: Written, formats: readonly Written[]): DocKind[] => {
  const pattern = ({ prefix, format }: Written) =>
    format.replaceAll('{PFX}', prefix).replace(/\{SEQ:\d\}/, '{SEQ}');
  return formats
    .filter((other) => other.docKind !== of.docKind && pattern(other) === pattern(of))
    .map(({ docKind }) => docKind);
};
