// The only module that computes with money: whole minor units of a currency, exact, rounded once and only if a rule requires it.
import { z } from 'zod';
import { exponentOf, type CurrencyCode } from './currency.ts';
import { canonicalDecimal } from './decimal.ts';
import {
  HUNDRED,
  largestRemainder,
  minus,
  over,
  powerOfTen,
  ratioOf,
  round,
  times,
  ZERO,
  type Ratio,
  type RoundingDir,
} from './exact.ts';

/** Minor units (cents, paise, yen) as a whole number. */
export const Minor = z.int().brand<'Minor'>();
export type Minor = z.infer<typeof Minor>;

/** The largest amount of one document, in minor units. It leaves room for sums over a client's many documents within safe integers. */
export const MAX_AMOUNT = 100_000_000_000_000;

/** The amount is too large to compute with. */
export class AmountOverflow extends RangeError {}

/** Also accepts the string of a bigint column. Throws beyond 2^53 − 1, above which a JSON number is not exact. */
export function minor(value: number | bigint | string): Minor {
  const units = Number(value);
  if (value === '' || !Number.isSafeInteger(units))
    throw new AmountOverflow(`not a safe whole number of minor units: ${value}`);
  // Minus zero would print as "-0".
  return (units === 0 ? 0 : units) as Minor;
}

export const NOTHING = minor(0);

/** Summed as BigInt, so that a sum with intermediate results beyond the safe limit is still exact. */
export function sum(amounts: Iterable<Minor>): Minor {
  let total = 0n;
  for (const amount of amounts) total += BigInt(amount);
  return minor(total);
}

export const add = (a: Minor, b: Minor): Minor => minor(a + b);
export const subtract = (a: Minor, b: Minor): Minor => minor(a - b);
/** For sorting: negative if `a` is smaller. */
export const compare = (a: Minor, b: Minor): number => a - b;
/** The smallest amount, and the largest. */
export const least = (first: Minor, ...others: Minor[]): Minor => minor(Math.min(first, ...others));
export const largest = (first: Minor, ...others: Minor[]): Minor => minor(Math.max(first, ...others));
export const magnitude = (amount: Minor): Minor => minor(Math.abs(amount));
export const negate = (amount: Minor): Minor => minor(0 - amount);

/** `ratePct` per cent of the amount, as the nearest multiple of `step` minor units. It is rounded once. */
export function percentOf(amount: Minor, ratePct: string, dir: RoundingDir = 'half_up', step = 1): Minor {
  return toStep(times(ratioOf(amount), over(ratioOf(ratePct), HUNDRED)), step, dir);
}

/** `part / whole` of the amount. */
export function proportion(amount: Minor, part: Minor, whole: Minor): Minor {
  return minor(round(over(times(ratioOf(amount), ratioOf(part)), ratioOf(whole))));
}

/** What so many minutes come to at a price for an hour. */
export const ofMinutes = (hourly: Minor, minutes: number): Minor =>
  minor(round(over(times(ratioOf(hourly), ratioOf(minutes)), ratioOf(60))));

/** The nearest multiple of `step` minor units: 5 for 0.05 CHF, 100 for 1 INR. */
export function roundTo(amount: Minor, step: number, dir: RoundingDir = 'half_up'): Minor {
  return toStep(ratioOf(amount), step, dir);
}

const toStep = (exact: Ratio, step: number, dir: RoundingDir): Minor =>
  minor(round(over(exact, ratioOf(step)), dir) * BigInt(step));

/**
 * Splits `total` by the weights with the largest remainder method, so that the parts add up to it. If the weights add up
 * to 0, `total` must be 0.
 */
export function share(total: Minor, weights: readonly Minor[]): Minor[] {
  const whole = ratioOf(sum(weights));
  if (whole.num === 0n) {
    if (total !== 0) throw new RangeError('an amount cannot be shared by weights that add up to zero');
    return weights.map(() => NOTHING);
  }
  const quotas = weights.map((weight) => over(times(ratioOf(total), ratioOf(weight)), whole));
  return largestRemainder(quotas, BigInt(total)).map(minor);
}

export type PricedLine = {
  qty: string;
  unitPrice: string;
  /** The quantity that the unit price is for; 1 if absent. */
  baseQty?: string | undefined;
  /** At most one of the two discounts may be given. */
  discountPct?: string | undefined;
  discountMinor?: Minor | undefined;
  chargeMinor?: Minor | undefined;
};

/** The net of a line and its discount. The net is rounded once, from the exact product (docs/rules.md#line-amounts). */
export function priceLine(
  line: PricedLine,
  currency: CurrencyCode,
  dir: RoundingDir = 'half_up',
): { net: Minor; discount: Minor } {
  if (line.discountPct !== undefined && line.discountMinor !== undefined) {
    throw new RangeError('a line has either a discount percentage or a discount amount, not both');
  }
  const price = over(times(ratioOf(line.qty), ratioOf(line.unitPrice)), ratioOf(line.baseQty ?? '1'));
  const list = times(price, ratioOf(powerOfTen(exponentOf(currency))));
  const taken =
    line.discountPct === undefined
      ? ratioOf(line.discountMinor ?? 0)
      : over(times(list, ratioOf(line.discountPct)), HUNDRED);
  const discounted = minor(round(minus(list, taken), dir));
  return {
    net: add(discounted, line.chargeMinor ?? NOTHING),
    discount: subtract(minor(round(list, dir)), discounted),
  };
}

export function lineNet(line: PricedLine, currency: CurrencyCode, dir: RoundingDir = 'half_up'): Minor {
  return priceLine(line, currency, dir).net;
}

/** `fxRate` is the price of one unit of `from` in units of `to`. */
export const convert = (amount: Minor, from: CurrencyCode, to: CurrencyCode, fxRate: string): Minor =>
  minor(converted(amount, from, to, fxRate));

function converted(amount: Minor, from: CurrencyCode, to: CurrencyCode, fxRate: string): bigint {
  const scale: Ratio = over(ratioOf(powerOfTen(exponentOf(to))), ratioOf(powerOfTen(exponentOf(from))));
  return round(times(times(ratioOf(amount), ratioOf(fxRate)), scale));
}

/** Whether an amount can be booked: it is within the limit, both in its own currency and converted. */
export const isBookable = (amount: Minor, from: CurrencyCode, to: CurrencyCode, fxRate: string): boolean =>
  Math.abs(amount) <= MAX_AMOUNT && Math.abs(Number(converted(amount, from, to, fxRate))) <= MAX_AMOUNT;

/** "1234.50", for XML, CSV and PDF: never grouped, always with the currency's decimals. */
export function toDecimal(amount: Minor, currency: CurrencyCode): string {
  const exponent = exponentOf(currency);
  const digits = Math.abs(amount)
    .toString()
    .padStart(exponent + 1, '0');
  const whole = digits.slice(0, digits.length - exponent);
  const fraction = exponent === 0 ? '' : `.${digits.slice(-exponent)}`;
  return `${amount < 0 ? '-' : ''}${whole}${fraction}`;
}

/** Throws if the decimal is finer than the currency: money from outside is never rounded silently. */
export function fromDecimal(value: string, currency: CurrencyCode): Minor {
  const units = times(ratioOf(canonicalDecimal(value)), ratioOf(powerOfTen(exponentOf(currency))));
  if (units.num % units.den !== ZERO.num) throw new RangeError(`"${value}" is finer than ${currency} allows`);
  return minor(units.num / units.den);
}
