// Exact arithmetic. Decimals are passed as strings and computed as ratios of BigInt. Neither this module nor its callers use floats.
import { z } from 'zod';

export const RoundingDir = z.enum(['half_up', 'floor']);
export type RoundingDir = z.infer<typeof RoundingDir>;

/** `den` is always positive; not reduced, since BigInt does not overflow. */
export type Ratio = { readonly num: bigint; readonly den: bigint };

export const ZERO: Ratio = { num: 0n, den: 1n };
export const HUNDRED: Ratio = { num: 100n, den: 1n };

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/;

/** Parses a plain decimal, or a whole number of minor units. Throws for anything else, including an empty text. */
export function ratioOf(value: string | number | bigint): Ratio {
  if (typeof value !== 'string') return { num: BigInt(value), den: 1n };
  const match = DECIMAL.exec(value);
  if (!match) throw new RangeError(`not a decimal: "${value}"`);
  const [, sign, whole = '', fraction = ''] = match;
  const units = BigInt(whole + fraction);
  return { num: sign ? -units : units, den: powerOfTen(fraction.length) };
}

export const powerOfTen = (exponent: number): bigint => 10n ** BigInt(exponent);

/** The rows of one calculation usually share a denominator; keeping it keeps the sum of a thousand rows small. */
export const plus = (a: Ratio, b: Ratio): Ratio =>
  a.den === b.den
    ? { num: a.num + b.num, den: a.den }
    : { num: a.num * b.den + b.num * a.den, den: a.den * b.den };
export const minus = (a: Ratio, b: Ratio): Ratio => plus(a, { num: -b.num, den: b.den });
export const times = (a: Ratio, b: Ratio): Ratio => ({ num: a.num * b.num, den: a.den * b.den });

export function over(a: Ratio, b: Ratio): Ratio {
  if (b.num === 0n) throw new RangeError('division by zero');
  const sign = b.num < 0n ? -1n : 1n;
  return { num: sign * a.num * b.den, den: sign * a.den * b.num };
}

/**
 * Half up rounds away from zero and floor rounds towards zero, so that a negative line or a credit takes back exactly
 * what the positive line gave.
 */
export function round({ num, den }: Ratio, dir: RoundingDir = 'half_up'): bigint {
  const size = num < 0n ? -num : num;
  const rounded = dir === 'floor' ? size / den : (2n * size + den) / (2n * den);
  return num < 0n ? -rounded : rounded;
}

function floor({ num, den }: Ratio): bigint {
  const quotient = num / den;
  return num < 0n && quotient * den !== num ? quotient - 1n : quotient;
}

/**
 * Whole numbers that add up to `total`, each less than one away from its quota. The remaining units go to the largest
 * fractions; for equal fractions, to the earlier row. `total` must be the sum of the quotas, rounded to a neighbouring
 * whole number.
 */
export function largestRemainder(quotas: readonly Ratio[], total: bigint): bigint[] {
  const sum = quotas.reduce(plus, ZERO);
  if (sum.num < 0n) {
    const mirrored = quotas.map(({ num, den }) => ({ num: -num, den }));
    return largestRemainder(mirrored, -total).map((part) => -part);
  }
  const parts = quotas.map(floor);
  const spare = total - parts.reduce((a, b) => a + b, 0n);
  if (spare < 0n || spare > BigInt(parts.length))
    throw new RangeError('the total is not the rounded sum of the quotas');
  const fractions = quotas.map((quota, row) => ({
    row,
    rest: minus(quota, { num: parts[row] ?? 0n, den: 1n }),
  }));
  fractions.sort((a, b) => compare(b.rest, a.rest) || a.row - b.row);
  for (const { row } of fractions.slice(0, Number(spare))) parts[row] = (parts[row] ?? 0n) + 1n;
  return parts;
}

function compare(a: Ratio, b: Ratio): number {
  const difference = a.num * b.den - b.num * a.den;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}
