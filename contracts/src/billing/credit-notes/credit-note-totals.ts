import type { CurrencyCode } from '../../money/currency.ts';
import { documentTotals } from '../../money/document-totals.ts';
import type { TaxGroup } from '../../money/document-totals.ts';
import { canonicalDecimal } from '../../money/decimal.ts';
import { minus, over, ratioOf, round, times } from '../../money/exact.ts';
import type { RoundingDir } from '../../money/exact.ts';
import {
  NOTHING,
  minor,
  negate,
  roundTo,
  share,
  subtract,
  sum,
  toDecimal,
  add,
  largest,
  least,
  magnitude,
} from '../../money/money.ts';
import type { Minor } from '../../money/money.ts';
import type { ComponentTax, RoundingMode, TaxCategory, TaxTreatment } from '../../money/tax-split.ts';

/** A line, allowance or charge of an issued invoice, with what can still be credited. */
export interface CreditableLine {
  id: string;
  kind: 'fee' | 'disbursement' | 'allowance' | 'charge';
  /** The category under which it was taxed. */
  category: TaxCategory;
  rate: string;
  components: readonly string[];
  qty: string;
  /**
   * The amount after all discounts and the line's share of the document's allowances. It includes tax if the invoice's
   * prices do. It is negative for an allowance, and for a line with a negative quantity.
   */
  amount: number;
  leftAmount: number;
  /** Null if an amount was credited before instead of a quantity, and for an allowance or charge. */
  leftQty: string | null;
}

/** The net and tax that an invoice charged at one rate and that no credit note has given back. */
export interface CreditableGroup {
  category: TaxCategory;
  rate: string;
  net: number;
  components: readonly { name: string; tax: number }[];
}

/** An issued invoice, with the terms that it was computed with. */
export interface CreditableDocument {
  pricesIncludeTax: boolean;
  rounding: RoundingMode;
  roundingDir: RoundingDir;
  roundTotalTo: number;
  total: number;
  /** The credits so far: before their totals were rounded, and after. */
  credited: { exact: number; total: number };
  lines: readonly CreditableLine[];
  groups: readonly CreditableGroup[];
}

/** A line is credited by a quantity or by an amount, both without a sign. */
export interface CreditedRow {
  /** The id of a line, allowance or charge. */
  invoiceLineId: string;
  qty: string | null;
  amount: Minor | null;
}

export interface CreditedLine {
  amount: Minor;
  net: Minor;
  tax: Minor;
  components: ComponentTax[];
}

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

interface Part extends CreditedRow {
  line: CreditableLine;
  document: CreditableDocument;
  credited: Minor;
}

/** Whether a line belongs to a group: same rate and same taxes. The taxes matter because several categories have the rate 0. */
const isOfGroup = (line: CreditableLine, group: Omit<CreditableGroup, 'net'>): boolean =>
  line.category === group.category &&
  canonicalDecimal(line.rate) === canonicalDecimal(group.rate) &&
  line.components.join() === group.components.map(({ name }) => name).join();

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

const treatmentOf = ({ category, rate, components }: CreditableLine): TaxTreatment => ({
  category,
  ratePct: rate,
  components: components.map((name) => ({ name, share: 1 })),
});

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
  const parts = rows.map((row): Part => {
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

/** Computes the tax of each part of a document, then limits it to what the document still holds. */
function taxedParts(
  currency: CurrencyCode,
  document: CreditableDocument,
  parts: readonly Part[],
): CreditedLine[] {
  const { pricesIncludeTax, rounding, roundingDir } = document;
  const fresh = documentTotals({
    currency,
    pricesIncludeTax,
    rounding,
    roundingDir,
    roundTotalTo: 0,
    lines: parts.map(({ credited, line }) => ({
      qty: credited < 0 ? '-1' : '1',
      unitPrice: toDecimal(magnitude(credited), currency),
      kind: 'fee',
      tax: treatmentOf(line),
    })),
  }).lines.map(({ components }) => components);
  const held = fresh.map((components) => components.map((component) => ({ ...component })));
  for (const group of document.groups) {
    const own = parts.flatMap((part, index) => (isOfGroup(part.line, group) ? [index] : []));
    if (own.length > 0) holdToGroup(document, group, parts, held, own);
  }
  return parts.map(({ credited }, index): CreditedLine => {
    const components = held[index] ?? [];
    const tax = sum(components.map((component) => component.tax));
    return { amount: credited, net: pricesIncludeTax ? subtract(credited, tax) : credited, tax, components };
  });
}

/** The computed amount, limited to what is left. If a negative amount is left, it is the lower limit. */
const heldTo = (left: number, computed: number): number =>
  left < 0 ? Math.max(computed, left) : Math.min(computed, left);

function holdToGroup(
  document: CreditableDocument,
  group: CreditableGroup,
  parts: readonly Part[],
  held: ComponentTax[][],
  own: readonly number[],
): void {
  const isRest = document.lines
    .filter((line) => isOfGroup(line, group))
    .every((line) => {
      const credited = own.find((index) => parts[index]?.line === line);
      return line.leftAmount === (credited === undefined ? 0 : parts[credited]?.credited);
    });
  const weights = own.map((index) => parts[index]?.credited ?? NOTHING);
  const gross = sum(weights);
  const targets = group.components.map(({ name, tax: left }, position) => {
    const computed = sum(own.map((index) => held[index]?.[position]?.tax ?? NOTHING));
    return { name, computed, tax: minor(isRest ? left : heldTo(left, computed)) };
  });
  // If prices include tax, the net must not exceed what the invoice still holds either; the excess moves to the taxes that have room.
  const room = targets.map(({ tax }, position) =>
    largest(subtract(minor(group.components[position]?.tax ?? 0), tax), NOTHING),
  );
  const short = least(
    subtract(subtract(gross, minor(group.net)), sum(targets.map(({ tax }) => tax))),
    sum(room),
  );
  if (document.pricesIncludeTax && short > 0) {
    const spread = share(short, room);
    targets.forEach((target, position) => (target.tax = sum([target.tax, spread[position] ?? NOTHING])));
  }
  targets.forEach(({ name, computed, tax }, position) => {
    if (tax === computed) return;
    const taxes = gross === 0 ? own.map((_one, place) => (place === 0 ? tax : NOTHING)) : share(tax, weights);
    own.forEach((index, place) => {
      const components = held[index];
      if (components) components[position] = { name, tax: taxes[place] ?? NOTHING };
    });
  });
}

function groupsOf(parts: readonly Part[], lines: readonly CreditedLine[]): TaxGroup[] {
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

const beyondLine = (parts: readonly Part[]): number[] =>
  parts.flatMap(({ credited, line }, index) =>
    credited === 0 || magnitude(credited) > Math.abs(line.leftAmount) ? [index] : [],
  );

/**
 * The rows that together credit more than is left under their rate, or in the whole document. A negative line or an
 * allowance makes that less than the lines have left.
 */
const beyondGroup = (
  documents: readonly CreditableDocument[],
  parts: readonly Part[],
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
