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

/** A line, or an allowance or charge, of an issued invoice, with what is left of it to credit. */
export interface CreditableLine {
  id: string;
  kind: 'fee' | 'disbursement' | 'allowance' | 'charge';
  /** As it was taxed. */
  category: TaxCategory;
  rate: string;
  components: readonly string[];
  qty: string;
  /**
   * After all discounts and its share of the document's allowances, as the invoice gives its prices: with tax or
   * without. Negative where the line took back, and of an allowance.
   */
  amount: number;
  leftAmount: number;
  /** Null when amounts and not quantities were credited before, and of an allowance or charge. */
  leftQty: string | null;
}

/** What an invoice charged under one rate and no credit note has given back. */
export interface CreditableGroup {
  category: TaxCategory;
  rate: string;
  net: number;
  components: readonly { name: string; tax: number }[];
}

/** An issued invoice, with the terms that it was computed by. */
export interface CreditableDocument {
  pricesIncludeTax: boolean;
  rounding: RoundingMode;
  roundingDir: RoundingDir;
  roundTotalTo: number;
  total: number;
  /** What its credit notes have given back: before the rounding of their totals, and after. */
  credited: { exact: number; total: number };
  lines: readonly CreditableLine[];
  groups: readonly CreditableGroup[];
}

/** A line is credited by a quantity or by an amount, both without sign. */
export interface CreditedRow {
  /** Of a line, or of an allowance or charge. */
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
  /** What each invoice is given back, in the order of the documents; 0 of one without rows. */
  documents: { net: Minor; tax: Minor; rounding: Minor; total: Minor }[];
  /** The rows that credit more than is left. */
  excess: number[];
}

interface Part extends CreditedRow {
  line: CreditableLine;
  document: CreditableDocument;
  credited: Minor;
}

/** Of one rate, and of the same taxes: where none is charged, several have the rate of 0. */
const isOfGroup = (line: CreditableLine, group: Omit<CreditableGroup, 'net'>): boolean =>
  line.category === group.category &&
  canonicalDecimal(line.rate) === canonicalDecimal(group.rate) &&
  line.components.join() === group.components.map(({ name }) => name).join();

const sameDecimal = (a: string, b: string): boolean => minus(ratioOf(a), ratioOf(b)).num === 0n;

const size = (decimal: string): string => decimal.replace(/^-/, '');

/** What a row takes of its line; the last of a quantity takes what is left, so that thirds add up. */
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
 * The figures of a credit note, computed while it is typed and again by the server; every invoice by its own terms. Tax
 * is what its amounts give at the rate of the invoice, but never more than the invoice still holds; what takes the rest
 * of a rate takes the rest of its tax, and what takes the rest of an invoice takes the rest of its rounded total, so
 * that an invoice credited bit by bit is credited to the cent. A row of an unknown line throws RangeError.
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

/** What is left of a document before the rounding of its total. */
const leftExact = ({ groups }: CreditableDocument): number =>
  groups.reduce((all, { net, components }) => components.reduce((sub, { tax }) => sub + tax, all + net), 0);

/** Rounded so that the totals of all its credit notes are at every step what the sum of them rounds to. */
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

/** Each part of one document taxed afresh, then held to what the document still holds. */
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

/** At most what is left, on the side of zero where that is. */
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
  // With tax in its prices, the net of a rest is not more than the invoice still holds either, nor any part of its tax.
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

/** Where a line or an allowance takes back, what is charged under its rate, or in all, is less than the rest of it. */
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
