import { canonicalDecimal } from './decimal.ts';
import { ratioOf, round, times } from './exact.ts';
import type { Ratio } from './exact.ts';

/** A unit price is stored with six decimals. */
const scale = 1_000_000n;

/** An exact price that is not negative, rounded half up to the decimals of a unit price. */
export function unitPriceOf(exact: Ratio): string {
  const units = round(times(exact, ratioOf(scale)));
  return canonicalDecimal(`${units / scale}.${String(units % scale).padStart(6, '0')}`);
}
