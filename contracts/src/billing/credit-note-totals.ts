import type { CurrencyCode } from '../money/currency.ts';
import { documentTotals } from '../money/document-totals.ts';
import type { TaxGroup } from '../money/document-totals.ts';
import { canonicalDecimal } from '../money/decimal.ts';
import { minus, over, ratioOf, round, times } from '../money/exact.ts';
import type { RoundingDir } from '../money/exact.ts';
import { NOTHING, minor, negate, roundTo, share, subtract, sum, toDecimal } from '../money/money.ts';
import type { Minor } from '../money/money.ts';
import type { ComponentTax, RoundingMode, TaxCategory, TaxTreatment } from '../money/tax-split.ts';

/** A line of an issued invoice, with what is left of it to credit. */
export interface CreditableLine {
  id: string;
  kind: 'fee' | 'disbursement';
  /** As it was taxed. */
  category: TaxCategory;
  rate: string;
  components: readonly string[];
  qty: string;
  /** After all discounts, as the invoice gives its prices: with tax or without. Negative where the line took back. */
  amount: number;
  leftAmount: number;
  /** Null when amounts and not quantities were credited before. */
  leftQty: string | null;
}

/** What an invoice charged under one rate and no credit note has given back. */
export interface CreditableGroup {
  category: TaxCategory;
  rate: string;
  net: number;
  components: readonly { name: string; tax: number }[];
}

export interface CreditableDocument {
  lines: readonly CreditableLine[];
  groups: readonly CreditableGroup[];
}

/** A line is credited by a quantity or by an amount, both without sign. */
export interface CreditedRow {
  invoiceLineId: string;
  qty: string | null;
  amount: number | null;
}

export interface CreditRules {
  currency: CurrencyCode;
  pricesIncludeTax: boolean;
  rounding: RoundingMode;
  roundingDir: RoundingDir;
  roundTotalTo: number;
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
  /** The rows that credit more than is left. */
  excess: number[];
}

interface Part extends CreditedRow {
  line: CreditableLine;
  document: CreditableDocument;
  credited: Minor;
}

const sameRate = (a: { category: string; rate: string }, b: { category: string; rate: string }): boolean =>
  a.category === b.category && canonicalDecimal(a.rate) === canonicalDecimal(b.rate);

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
 * The figures of a credit note, computed while it is typed and again by the server. Tax is what its amounts give at the
 * rate of the invoice, but never more than the invoice still holds; what takes the rest of a rate takes the rest of its
 * tax, so that an invoice credited bit by bit is credited to the cent. A row of an unknown line throws RangeError.
 */
export function creditNoteTotals(
  rules: CreditRules,
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
  const lines = taxed(rules, documents, parts);
  const groups = groupsOf(parts, lines);
  const net = sum(lines.map((line) => line.net));
  const tax = sum(lines.map((line) => line.tax));
  const exact = sum([net, tax]);
  const total = rules.roundTotalTo > 0 ? roundTo(exact, rules.roundTotalTo, rules.roundingDir) : exact;
  return {
    lines,
    groups,
    net,
    tax,
    rounding: subtract(total, exact),
    total,
    excess: [...new Set([...beyondLine(parts), ...beyondGroup(documents, parts, lines)])],
  };
}

/** Each part taxed afresh, then held to what its invoice still holds. */
function taxed(rules: CreditRules, documents: readonly CreditableDocument[], parts: readonly Part[]) {
  const fresh = documentTotals({
    ...rules,
    roundTotalTo: 0,
    lines: parts.map(({ credited, line }) => ({
      qty: credited < 0 ? '-1' : '1',
      unitPrice: toDecimal(minor(Math.abs(credited)), rules.currency),
      kind: line.kind,
      tax: treatmentOf(line),
    })),
  }).lines.map(({ components }) => components);
  const held = fresh.map((components) => components.map((component) => ({ ...component })));
  for (const document of documents) {
    for (const group of document.groups) {
      const own = parts.flatMap((part, index) =>
        part.document === document && sameRate(part.line, group) ? [index] : [],
      );
      if (own.length > 0) holdToGroup(rules, group, document, parts, held, own);
    }
  }
  return parts.map(({ credited }, index): CreditedLine => {
    const components = held[index] ?? [];
    const tax = sum(components.map((component) => component.tax));
    const net = rules.pricesIncludeTax ? subtract(credited, tax) : credited;
    return { amount: credited, net, tax, components };
  });
}

function holdToGroup(
  rules: CreditRules,
  group: CreditableGroup,
  document: CreditableDocument,
  parts: readonly Part[],
  held: ComponentTax[][],
  own: readonly number[],
): void {
  const isRest = document.lines
    .filter((line) => sameRate(line, group))
    .every((line) => {
      const credited = own.find((index) => parts[index]?.line === line);
      return line.leftAmount === (credited === undefined ? 0 : parts[credited]?.credited);
    });
  const weights = own.map((index) => parts[index]?.credited ?? NOTHING);
  const gross = sum(weights);
  const targets = group.components.map(({ name, tax: left }, position) => {
    const computed = sum(own.map((index) => held[index]?.[position]?.tax ?? NOTHING));
    return { name, computed, tax: minor(isRest ? left : Math.min(computed, Math.max(left, 0))) };
  });
  // With tax in its prices, the net of a rest is not more than the invoice still holds either, nor any part of its tax.
  const room = targets.map(({ tax }, position) =>
    minor(Math.max((group.components[position]?.tax ?? 0) - tax, 0)),
  );
  const short = Math.min(gross - group.net - sum(targets.map(({ tax }) => tax)), sum(room));
  if (rules.pricesIncludeTax && short > 0) {
    const spread = share(minor(short), room);
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
  parts.forEach(({ line: { category, rate } }, index) => {
    const line = lines[index];
    if (!line) return;
    const ratePct = canonicalDecimal(rate);
    const group = groups.find((one) => one.category === category && one.ratePct === ratePct);
    if (!group) {
      groups.push({
        category,
        ratePct,
        base: line.net,
        components: line.components.map((one) => ({ ...one })),
        tax: line.tax,
      });
      return;
    }
    group.base = sum([group.base, line.net]);
    group.tax = sum([group.tax, line.tax]);
    for (const { name, tax } of line.components) {
      const same = group.components.find((component) => component.name === name);
      if (same) same.tax = sum([same.tax, tax]);
      else group.components.push({ name, tax });
    }
  });
  return groups;
}

const beyondLine = (parts: readonly Part[]): number[] =>
  parts.flatMap(({ credited, line }, index) =>
    credited === 0 || Math.abs(credited) > Math.abs(line.leftAmount) ? [index] : [],
  );

/** What the document's own discounts left of a rate is less than its lines. */
const beyondGroup = (
  documents: readonly CreditableDocument[],
  parts: readonly Part[],
  lines: readonly CreditedLine[],
): number[] =>
  documents.flatMap((document) =>
    document.groups.flatMap((group) => {
      const own = parts.flatMap((part, index) =>
        part.document === document && sameRate(part.line, group) ? [index] : [],
      );
      const net = sum(own.map((index) => lines[index]?.net ?? NOTHING));
      return net > Math.max(group.net, 0) ? own : [];
    }),
  );
