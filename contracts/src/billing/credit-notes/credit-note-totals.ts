import type { CurrencyCode } from '../../money/currency.ts';
import type { TaxGroup } from '../../money/document-totals.ts';
import { canonicalDecimal } from '../../money/decimal.ts';
import { minus, over, ratioOf, round, times } from '../../money/exact.ts';
import {
  NOTHING,
  add,
  largest,
  least,
  magnitude,
  minor,
  negate,
  roundTo,
  subtract,
  sum,
} from '../../money/money.ts';
import type { Minor } from '../../money/money.ts';
import { isOfGroup } from './creditable-document.ts';
import type {
  CreditableDocument,
  CreditableLine,
  CreditedLine,
  CreditedPart,
  CreditedRow,
} from './creditable-document.ts';
import { taxedParts } from './credited-tax.ts';

export interface CreditNoteTotals {
  lines: CreditedLine[];
  groups: TaxGroup[];
  net: Minor;
  tax: Minor;
  rounding: Minor;
  total: Minor;
  /** The credit of each invoice, in the order of the documents; 0 for an invoice without rows. */
  documents: { net: Minor; tax: Minor; rounding: Minor; total: Minor }[];
  /** The indexes of the rows that credit more than is left. */
  excess: number[];
}

const sameDecimal = (a: string, b: string): boolean => minus(ratioOf(a), ratioOf(b)).num === 0n;

const size = (decimal: string): string => decimal.replace(/^-/, '');

/** The amount that a row credits. The row that credits the rest of the quantity gets the rest of the amount, so that thirds add up. */
export function creditedAmount(row: CreditedRow, line: CreditableLine): Minor {
  const signed = (amount: Minor) => (line.amount < 0 ? negate(amount) : amount);
  if (row.qty === null) return signed(minor(row.amount ?? 0));
  if (line.leftQty !== null && sameDecimal(row.qty, size(line.leftQty))) return minor(line.leftAmount);
  const part = over(times(ratioOf(line.amount), ratioOf(row.qty)), ratioOf(size(line.qty)));
  return minor(round(part));
}

/**
 * The figures of a credit note. The form computes them during editing and the server computes them again. Each invoice
 * is credited by its own terms. Tax is computed at the invoice's rate, but is never more than the invoice still holds. A
 * row that credits the remainder of a rate gets the remaining tax, and a row that credits the remainder of an invoice
 * gets what is left of its rounded total. So an invoice that is credited in parts is credited to the cent. Throws
 * RangeError for a row with an unknown line.
 */
export function creditNoteTotals(
  currency: CurrencyCode,
  documents: readonly CreditableDocument[],
  rows: readonly CreditedRow[],
): CreditNoteTotals {
  const known = new Map(
    documents.flatMap((document) => document.lines.map((line) => [line.id, { line, document }] as const)),
  );
  const parts = rows.map((row): CreditedPart => {
    const found = known.get(row.invoiceLineId);
    if (!found) throw new RangeError(`line ${row.invoiceLineId} cannot be credited`);
    return { ...row, ...found, credited: creditedAmount(row, found.line) };
  });
  const taxed = new Map(
    documents.flatMap((document) => {
      const own = parts.filter((part) => part.document === document);
      return taxedParts(currency, document, own).map((line, index) => [own[index], line] as const);
    }),
  );
  const lines = parts.map((part) => taxed.get(part) ?? nothingCredited);
  const givenBack = documents.map((document) =>
    totalOf(
      document,
      lines.filter((_line, index) => parts[index]?.document === document),
    ),
  );
  return {
    lines,
    groups: groupsOf(parts, lines),
    net: sum(givenBack.map(({ net }) => net)),
    tax: sum(givenBack.map(({ tax }) => tax)),
    rounding: sum(givenBack.map(({ rounding }) => rounding)),
    total: sum(givenBack.map(({ total }) => total)),
    documents: givenBack,
    excess: [...new Set([...beyondLine(parts), ...beyondGroup(documents, parts, lines)])],
  };
}

const nothingCredited: CreditedLine = { amount: NOTHING, net: NOTHING, tax: NOTHING, components: [] };

/** What is left of a document before its total is rounded. */
const leftExact = ({ groups }: CreditableDocument): number =>
  groups.reduce((all, { net, components }) => components.reduce((sub, { tax }) => sub + tax, all + net), 0);

/** Rounds the credit so that the totals of all credit notes so far equal their exact sum, rounded once. */
function totalOf(document: CreditableDocument, lines: readonly CreditedLine[]) {
  const net = sum(lines.map((line) => line.net));
  const tax = sum(lines.map((line) => line.tax));
  const exact = sum([net, tax]);
  const { roundTotalTo, roundingDir, credited } = document;
  if (roundTotalTo === 0) return { net, tax, rounding: NOTHING, total: exact };
  const step = subtract(
    roundTo(add(minor(credited.exact), exact), roundTotalTo, roundingDir),
    minor(credited.total),
  );
  const left = subtract(minor(document.total), minor(credited.total));
  const rounded = least(exact > 0 ? largest(step, NOTHING) : step, left);
  return { net, tax, rounding: subtract(rounded, exact), total: rounded };
}

function groupsOf(parts: readonly CreditedPart[], lines: readonly CreditedLine[]): TaxGroup[] {
  const groups: TaxGroup[] = [];
  parts.forEach(({ line: part }, index) => {
    const line = lines[index];
    if (!line) return;
    const group = groups.find((one) => isOfGroup(part, { ...one, rate: one.ratePct }));
    if (!group) {
      groups.push({
        category: part.category,
        ratePct: canonicalDecimal(part.rate),
        base: line.net,
        components: line.components.map((one) => ({ ...one })),
        tax: line.tax,
      });
      return;
    }
    group.base = sum([group.base, line.net]);
    group.tax = sum([group.tax, line.tax]);
    for (const [position, one] of group.components.entries())
      one.tax = sum([one.tax, line.components[position]?.tax ?? NOTHING]);
  });
  return groups;
}

const beyondLine = (parts: readonly CreditedPart[]): number[] =>
  parts.flatMap(({ credited, line }, index) =>
    credited === 0 || magnitude(credited) > Math.abs(line.leftAmount) ? [index] : [],
  );

/**
 * The rows that together credit more than is left under their rate, or in the whole document. A negative line or an
 * allowance makes that less than the lines have left.
 */
const beyondGroup = (
  documents: readonly CreditableDocument[],
  parts: readonly CreditedPart[],
  lines: readonly CreditedLine[],
): number[] =>
  documents.flatMap((document) => {
    const own = parts.flatMap((part, index) => (part.document === document ? [index] : []));
    const exact = sum(own.flatMap((index) => [lines[index]?.net ?? NOTHING, lines[index]?.tax ?? NOTHING]));
    if (exact > leftExact(document)) return own;
    return document.groups.flatMap((group) => {
      const ofGroup = own.filter((index) => {
        const line = parts[index]?.line;
        return line !== undefined && isOfGroup(line, group);
      });
      const net = sum(ofGroup.map((index) => lines[index]?.net ?? NOTHING));
      return net > Math.max(group.net, 0) ? ofGroup : [];
    });
  });
