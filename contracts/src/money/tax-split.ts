import { z } from 'zod';
import { canonicalDecimal, Rate } from './decimal.ts';
import {
  HUNDRED,
  largestRemainder,
  over,
  plus,
  ratioOf,
  round,
  times,
  ZERO,
  type Ratio,
  type RoundingDir,
} from './exact.ts';
import { minor, NOTHING, sum, type Minor } from './money.ts';

/** UNTDID 5305: standard, zero rated, exempt, reverse charge, intra-community, export, out of scope. */
export const TaxCategory = z.enum(['S', 'Z', 'E', 'AE', 'K', 'G', 'O']);
export type TaxCategory = z.infer<typeof TaxCategory>;

/** `share` is a weight of the rate: CGST 1 and SGST 1 are one half each. */
export const TaxComponent = z.object({
  name: z.string().min(1).max(20),
  share: z.int().positive(),
});
export type TaxComponent = z.infer<typeof TaxComponent>;

/** How a row is taxed. Only category S has a rate above zero (EN 16931 BR-Z-5, BR-E-5, BR-AE-5 and similar rules). */
export const TaxTreatment = z
  .object({ category: TaxCategory, ratePct: Rate, components: z.array(TaxComponent).min(1) })
  .refine(({ category, ratePct }) => category === 'S' || canonicalDecimal(ratePct) === '0', {
    path: ['ratePct'],
  });
export type TaxTreatment = z.infer<typeof TaxTreatment>;

/** `document_rate` rounds once per category and rate, `line` rounds every row. */
export const RoundingMode = z.enum(['document_rate', 'line']);
export type RoundingMode = z.infer<typeof RoundingMode>;

export type ComponentTax = { name: string; tax: Minor };
/** For an amount that includes tax, the gross is given; otherwise the net. Components are always in the order of the treatment. */
export type TaxedAmount = { net: Minor; components: ComponentTax[]; tax: Minor; gross: Minor };

/** One set of rules per billing entity, stored on the document (docs/rules.md#tax-of-a-group). */
export type TaxRules = {
  pricesIncludeTax: boolean;
  rounding: RoundingMode;
  roundingDir: RoundingDir;
};

/** Rows with the same tax treatment form a group; the spelling of the rate does not matter. */
export function taxKey({ category, ratePct, components }: TaxTreatment): string {
  return [
    category,
    canonicalDecimal(ratePct),
    ...components.map(({ name, share }) => `${name}:${share}`),
  ].join('|');
}

/**
 * Taxes the rows of one group. Each component is rounded on its own (docs/rules.md#composed-rates), so equal halves stay
 * equal. An amount that includes tax keeps its gross, and the net follows from the tax
 * (docs/rules.md#prices-that-include-tax). The rows always add up to the total.
 */
export function splitTax<Row extends { taxable: Minor }>(
  rows: readonly Row[],
  treatment: TaxTreatment,
  { pricesIncludeTax, rounding, roundingDir }: TaxRules,
): { byRow: Map<Row, TaxedAmount>; total: TaxedAmount } {
  const components = treatment.components.map(({ name, share }) => {
    const factor = componentFactor(treatment, share, pricesIncludeTax);
    const quotas = rows.map(({ taxable }) => times(ratioOf(taxable), factor));
    const taxes =
      rounding === 'line' ? quotas.map((quota) => round(quota, roundingDir)) : roundOnce(quotas, roundingDir);
    return { name, taxes: taxes.map(minor) };
  });
  const byRow = rows.map((row, index) => {
    const own = components.map(({ name, taxes }) => ({ name, tax: taxes[index] ?? NOTHING }));
    return [row, taxedAmount(row.taxable, own, pricesIncludeTax)] as const;
  });
  const whole = components.map(({ name, taxes }) => ({ name, tax: sum(taxes) }));
  return {
    byRow: new Map(byRow),
    total: taxedAmount(sum(rows.map(({ taxable }) => taxable)), whole, pricesIncludeTax),
  };
}

function componentFactor({ ratePct, components }: TaxTreatment, share: number, inclusive: boolean): Ratio {
  const rate = ratioOf(ratePct);
  const shares = components.reduce((all, component) => all + component.share, 0);
  const componentRate = times(rate, over(ratioOf(share), ratioOf(shares)));
  return over(componentRate, inclusive ? plus(HUNDRED, rate) : HUNDRED);
}

const roundOnce = (quotas: readonly Ratio[], dir: RoundingDir): bigint[] =>
  largestRemainder(quotas, round(quotas.reduce(plus, ZERO), dir));

function taxedAmount(amount: Minor, components: ComponentTax[], inclusive: boolean): TaxedAmount {
  const tax = sum(components.map((component) => component.tax));
  return inclusive
    ? { net: minor(amount - tax), components, tax, gross: amount }
    : { net: amount, components, tax, gross: minor(amount + tax) };
}
