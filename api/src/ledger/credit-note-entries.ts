import { NOTHING, add, convert, minor, negate, subtract, sum } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import { credit, debit } from './post-entries.ts';
import type { Posting } from './post-entries.ts';
import type { Settled } from './receipt-entries.ts';

interface Terms {
  currency: string;
  baseCurrency: string;
  fxRate: string;
}

/** What a credit note takes back of an account and a department; in the base currency, at the rate of the invoice. */
export interface TakenPart {
  accountId: string;
  departmentId: string | null;
  net: Minor;
  base: Minor;
}

interface CreditedDocument extends Terms {
  /** What is taken back of fees, charges, allowances and disbursements. */
  taken: readonly TakenPart[];
  taxGroups: readonly { components: readonly { name: string; tax: Minor }[] }[];
  rounding: Minor;
}

const at = (posting: Posting, base: Minor): Posting => ({ ...posting, base });

const exchangeDifference = (difference: Minor): Posting => at(debit('fx_difference', NOTHING), difference);

/**
 * The amounts credited: by account and department, output tax and rounding, each in the base currency at the rate of the invoices.
 */
export function givenBack(note: CreditedDocument): Posting[] {
  const taxes = new Map<string, Minor>();
  for (const { name, tax } of note.taxGroups.flatMap(({ components }) => components))
    taxes.set(name, add(taxes.get(name) ?? NOTHING, minor(tax)));
  const converted = [
    ...[...taxes].map(([name, tax]) => debit(`output_tax.${name}`, tax)),
    debit('rounding', minor(note.rounding)),
  ].map((posting) => at(posting, convert(posting.amount, note.currency, note.baseCurrency, note.fxRate)));
  return [...takenPostings(note.taken), ...converted];
}

/** Debits each account once for each department. */
const takenPostings = (taken: readonly TakenPart[]): Posting[] =>
  [...Map.groupBy(taken, ({ accountId, departmentId }) => `${accountId} ${departmentId}`).values()].flatMap(
    (parts) => {
      const [first] = parts;
      if (!first) return [];
      const { accountId: id, departmentId } = first;
      const amount = sum(parts.map(({ net }) => net));
      return { ...at(debit({ id }, amount), sum(parts.map(({ base }) => base))), departmentId };
    },
  );

/** The amount of a credit note in the base currency. */
export const baseOf = (given: readonly Posting[]): Minor =>
  sum(given.map(({ amount, base }) => base ?? amount));

/** Reduces the client's debt by the part applied at once; the remainder is the client's advance (docs/rules.md#the-ledger). */
export function creditNoteEntries(
  clientId: string,
  given: readonly Posting[],
  applied: readonly Settled[],
): Posting[] {
  const total = sum(given.map(({ amount }) => amount));
  const rest = subtract(total, sum(applied.map(({ amount }) => amount)));
  const remainderBase = subtract(baseOf(given), sum(applied.map(({ receiptBase }) => receiptBase)));
  return [
    ...given,
    ...applied.map(({ amount, invoiceBase }) =>
      at(credit('receivable', amount, clientId), negate(invoiceBase)),
    ),
    at(credit('client_advance', rest, clientId), negate(remainderBase)),
    exchangeDifference(
      sum(applied.map(({ invoiceBase, receiptBase }) => subtract(invoiceBase, receiptBase))),
    ),
  ];
}
