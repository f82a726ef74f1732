import type { CurrencyCode } from '../../money/currency.ts';
import { documentTotals } from '../../money/document-totals.ts';
import {
  NOTHING,
  add,
  largest,
  least,
  magnitude,
  minor,
  negate,
  share,
  subtract,
  sum,
  toDecimal,
} from '../../money/money.ts';
import type { Minor } from '../../money/money.ts';
import type { ComponentTax, TaxTreatment } from '../../money/tax-split.ts';
import { isOfGroup } from './creditable-document.ts';
import type {
  CreditableDocument,
  CreditableGroup,
  CreditableLine,
  CreditedLine,
  CreditedPart,
} from './creditable-document.ts';

const treatmentOf = ({ category, rate, components }: CreditableLine): TaxTreatment => ({
  category,
  ratePct: rate,
  components: components.map((name) => ({ name, share: 1 })),
});

/** Computes the tax of each part of a document, then limits it to what the document still holds. */
export function taxedParts(
  currency: CurrencyCode,
  document: CreditableDocument,
  parts: readonly CreditedPart[],
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
    if (own.length === 0) continue;
    holdToGroup(document, group, parts, held, own);
    if (pricesIncludeTax) holdToLines(group, parts, held, own);
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
  parts: readonly CreditedPart[],
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

/**
 * The tax of a part whose price includes it. The remainder of a line gets what is left of its tax, so that the parts of a line add up to
 * its net; any other part takes no more net and no more tax than is left.
 */
function taxWithinLine({ credited, line: { leftAmount, leftNet } }: CreditedPart, computed: Minor): Minor {
  const leftTax = minor(leftAmount - leftNet);
  if (credited === leftAmount) return leftTax;
  if (credited < 0)
    return negate(between(subtract(leftTax, credited), minor(-leftNet), negate(credited), negate(computed)));
  return between(subtract(credited, leftTax), minor(leftNet), credited, computed);
}

/** The tax of an amount of which at least `lowest` and at most `highest` is net. */
function between(lowest: Minor, highest: Minor, amount: Minor, tax: Minor): Minor {
  const low = least(largest(lowest, NOTHING), amount);
  const high = largest(least(highest, amount), low);
  return subtract(amount, least(largest(subtract(amount, tax), low), high));
}

/** Moves tax between the parts of a group, so that each stays within its line, and the taxes within what the group has left. */
function holdToLines(
  group: CreditableGroup,
  parts: readonly CreditedPart[],
  held: ComponentTax[][],
  own: readonly number[],
): void {
  const taxOf = (index: number) => sum((held[index] ?? []).map(({ tax }) => tax));
  const wanted = own.map((index) => {
    const part = parts[index];
    return part ? taxWithinLine(part, taxOf(index)) : NOTHING;
  });
  if (wanted.every((tax, place) => tax === taxOf(own[place] ?? -1))) return;
  const used = group.components.map((_one, position) =>
    sum(own.map((index) => held[index]?.[position]?.tax ?? NOTHING)),
  );
  const moved = subtract(sum(wanted), sum(used));
  const room = used.map((tax, position) =>
    moved < 0 ? tax : largest(subtract(minor(group.components[position]?.tax ?? 0), tax), NOTHING),
  );
  const more = spreadOrFirst(moved, room);
  const taxes = used.map((tax, position) => add(tax, more[position] ?? NOTHING));
  let through = NOTHING;
  let before = taxes.map(() => NOTHING);
  own.forEach((index, place) => {
    through = add(through, wanted[place] ?? NOTHING);
    const after = spreadOrFirst(through, taxes);
    held[index] = group.components.map(({ name }, position) => ({
      name,
      tax: subtract(after[position] ?? NOTHING, before[position] ?? NOTHING),
    }));
    before = after;
  });
}

const spreadOrFirst = (amount: Minor, weights: readonly Minor[]): Minor[] =>
  sum(weights) === 0
    ? weights.map((_weight, index) => (index === 0 ? amount : NOTHING))
    : share(amount, weights);
