// The tax on what the firm buys.
import { canonicalDecimal } from './decimal.ts';
import { over, ratioOf, round, times } from './exact.ts';
import { indiaSupply, indiaTax, stateOfGstin } from './india-supply.ts';
import { compare, magnitude, minor, percentOf, share, subtract, sum, type Minor } from './money.ts';
import type { ComponentTax } from './tax-split.ts';
import type { Regime } from '../settings/billing-entities/regimes.ts';

export const inputComponentNames = ['VAT', 'CGST', 'SGST', 'UTGST', 'IGST', 'JCT', 'SALES'] as const;
export type InputComponentName = (typeof inputComponentNames)[number];

/** What the tax of a regime may consist of. */
export function inputComponentChoices(regime: Regime): readonly (readonly InputComponentName[])[] {
  if (regime === 'IN') return [['CGST', 'SGST'], ['CGST', 'UTGST'], ['IGST']];
  if (regime === 'JP') return [['JCT']];
  return [regime === 'US' ? ['SALES'] : ['VAT']];
}

interface Purchase {
  regime: Regime;
  /** The buyer's country, and in India its GST state. */
  country: string;
  state: string;
  supplierCountry: string | null;
  supplierTaxId: string | null;
}

/** What the tax of a purchase usually consists of: in India a supplier of the same state charges CGST and SGST. */
export function proposeInputComponents(purchase: Purchase): readonly InputComponentName[] {
  const { regime, country, state, supplierCountry, supplierTaxId } = purchase;
  const [first = ['VAT']] = inputComponentChoices(regime);
  if (regime !== 'IN') return first;
  const isAbroad = supplierCountry !== null && supplierCountry !== country;
  const supplierState = supplierTaxId === null ? state : stateOfGstin(supplierTaxId);
  const supply = isAbroad ? 'inter' : indiaSupply(supplierState, state, 'registered');
  const names = new Set(indiaTax('18', supply, state, false).components.map(({ name }) => name));
  return inputComponentNames.filter((name) => names.has(name));
}

/** Equal parts of a tax; what does not divide goes to the first ones. */
export function splitInputTax(tax: Minor, names: readonly string[]): ComponentTax[] {
  const parts = share(
    tax,
    names.map(() => minor(1)),
  );
  return names.flatMap((name, index) => {
    const part = parts[index];
    return part ? [{ name, tax: part }] : [];
  });
}

/** Rates are usually multiples of a half. Null without a net, and above 100 %. */
function impliedRate(net: Minor, tax: Minor): string | null {
  if (net === 0 || compare(tax, net) > 0) return null;
  const halves = round(over(times(ratioOf(tax), ratioOf(200)), ratioOf(net)));
  return `${halves / 2n}${halves % 2n === 0n ? '' : '.5'}`;
}

/** The rate that an amount of tax follows from, if one of the known rates or a half percent explains it to the minor unit. */
export function proposeRate(net: Minor, tax: Minor, known: readonly string[]): string | null {
  const implied = impliedRate(net, tax);
  const offBy = (rate: string) => magnitude(subtract(percentOf(net, rate), tax));
  const fitting = [...known, ...(implied === null ? [] : [implied])]
    .map((rate) => ({ rate: canonicalDecimal(rate), off: offBy(rate) }))
    .filter(({ rate, off }) => rate !== '0' && compare(off, minor(1)) <= 0);
  return fitting.toSorted((one, other) => compare(one.off, other.off))[0]?.rate ?? null;
}

/** The part of each component that the firm reclaims, rounded down. */
export const recoverablePart = (tax: Minor, recoverablePct: string): Minor =>
  percentOf(tax, recoverablePct, 'floor');

export const taxOfParts = (parts: readonly ComponentTax[]): Minor => sum(parts.map(({ tax }) => tax));

/** The taxes of each component. */
export const sumsByName = (parts: readonly ComponentTax[]): ComponentTax[] =>
  [...Map.groupBy(parts, ({ name }) => name)].map(([name, of]) => ({ name, tax: taxOfParts(of) }));
