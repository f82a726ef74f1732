import { exponentOf } from './currency.ts';
import type { CurrencyCode } from './currency.ts';
import { canonicalDecimal } from './decimal.ts';
import { minus, over, plus, powerOfTen, ratioOf, round, times } from './exact.ts';
import type { Ratio } from './exact.ts';
import { minor, toDecimal } from './money.ts';
import type { Minor } from './money.ts';

/** A hundredth of a per cent. */
const basisPoints = ratioOf(10_000);

/** By hundredths of a per cent or by an amount. The new price is the nearest multiple of `step` minor units. */
export type Raise = { step: number } & (
  | { percentBp: number; amount: null }
  | { percentBp: null; amount: Minor }
);

const isMore = (one: Ratio, other: Ratio): boolean => minus(one, other).num > 0n;

/**
 * A price after the raise, rounded half up once. A price is never lowered: null if rounding would leave it as it is or below. Throws
 * AmountOverflow if it becomes too large.
 */
export function raisedPrice(price: string, raise: Raise, currency: CurrencyCode): string | null {
  const before = times(ratioOf(price), ratioOf(powerOfTen(exponentOf(currency))));
  const exact =
    raise.amount === null
      ? over(times(before, plus(basisPoints, ratioOf(raise.percentBp))), basisPoints)
      : plus(before, ratioOf(raise.amount));
  const after = round(over(exact, ratioOf(raise.step))) * BigInt(raise.step);
  return isMore(ratioOf(after), before) ? canonicalDecimal(toDecimal(minor(after), currency)) : null;
}

/** A percentage with up to two decimals in hundredths of a per cent: "3.25" is 325. */
export const hundredthsOf = (percent: string): number => Number(round(times(ratioOf(percent), ratioOf(100))));

/** No figure of a comparison is larger. */
const mostBp = 1_000_000_000;

/** By how much more `after` is than `before`, in hundredths of a per cent, rounded half up. 0 if there was nothing before. */
export function risenBy(before: Minor, after: Minor): number {
  if (before === 0) return 0;
  const risen = round(over(times(minus(ratioOf(after), ratioOf(before)), basisPoints), ratioOf(before)));
  return Math.min(Number(risen), mostBp);
}
