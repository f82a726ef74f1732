import { HUNDRED, over, plus, ratioOf, times } from '../../money/exact.ts';
import { unitPriceOf } from '../../money/unit-price.ts';

export interface DatedPrice {
  validFrom: string;
  unitPrice: string;
}

const wholeYears = (from: string, to: string): number =>
  Number(to.slice(0, 4)) - Number(from.slice(0, 4)) - (to.slice(5) < from.slice(5) ? 1 : 0);

const byDate = (a: DatedPrice, b: DatedPrice): number => (a.validFrom < b.validFrom ? -1 : 1);

/** The price in force on a day. There is none before the first one. */
const inForce = (prices: readonly DatedPrice[], date: string): DatedPrice | undefined =>
  prices.toSorted(byDate).findLast(({ validFrom }) => validFrom <= date);

/**
 * The unit price of a period that begins on `date`. It is the price in force, raised by `upliftPct` for each whole year
 * since that price began, and rounded half up to six decimals once. If the first price begins by the day of the first
 * invoice, `onDay`, it also applies to the earlier period that this invoice covers. Null before the first price.
 */
export function priceOn(
  prices: readonly DatedPrice[],
  upliftPct: string,
  { date, onDay }: { date: string; onDay: string },
): string | null {
  const row = inForce(prices, date) ?? inForce(prices.toSorted(byDate).slice(0, 1), onDay);
  if (!row) return null;
  const years = Math.max(wholeYears(row.validFrom, date), 0);
  const growth = over(plus(HUNDRED, ratioOf(upliftPct)), HUNDRED);
  const exact = Array.from({ length: years }).reduce(
    (price: ReturnType<typeof ratioOf>) => times(price, growth),
    ratioOf(row.unitPrice),
  );
  return unitPriceOf(exact);
}
