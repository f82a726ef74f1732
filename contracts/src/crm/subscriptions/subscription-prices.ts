import type { CurrencyCode } from '../../money/currency.ts';
import { lineNet, minor, share, sum, toDecimal } from '../../money/money.ts';
import type { Minor } from '../../money/money.ts';
import { UnitPrice } from '../../money/decimal.ts';
import { over, ratioOf } from '../../money/exact.ts';
import { unitPriceOf } from '../../money/unit-price.ts';
import type { DatedPrice } from '../../billing/recurring-invoices/dated-price.ts';

/** The price of the periods that begin on or after `validFrom`, until the next price. */
export interface PriceFrom {
  validFrom: string;
  price: Minor;
}

const byDay = (a: PriceFrom, b: PriceFrom): number => a.validFrom.localeCompare(b.validFrom);

/** The price in force on a day. There is none before the first one. */
export const priceOnDay = (prices: readonly PriceFrom[], day: string): Minor | null =>
  prices.toSorted(byDay).findLast(({ validFrom }) => validFrom <= day)?.price ?? null;

interface Sold {
  price: Minor;
  laterPrices: readonly PriceFrom[];
}

/**
 * The prices of a subscription from its first day on. Once the client has a price of its own, the later prices of the package
 * no longer apply.
 */
export function pricesOf(
  { price, laterPrices }: Sold,
  startsOn: string,
  own: readonly PriceFrom[],
): PriceFrom[] {
  const agreed = own.toSorted(byDay);
  const first = agreed[0]?.validFrom ?? null;
  const atStart = priceOnDay(laterPrices, startsOn) ?? price;
  const ofPackage = [
    { validFrom: startsOn, price: atStart },
    ...laterPrices.filter(({ validFrom }) => validFrom > startsOn).toSorted(byDay),
  ];
  return [...ofPackage.filter(({ validFrom }) => first === null || validFrom < first), ...agreed];
}

interface Part {
  qty: string;
  /** Its part of the price of the package, in minor units. */
  share: Minor;
}

export interface SpreadLine {
  qty: string;
  prices: DatedPrice[];
}

const unitPriceFor = (amount: Minor, qty: string, currency: CurrencyCode): string =>
  unitPriceOf(over(ratioOf(toDecimal(amount, currency)), ratioOf(qty)));

/**
 * Spreads each price over the lines in proportion to their shares, so that they add up to it. A line keeps its quantity if
 * quantity times unit price gives back its part of every price, and no unit price is too large; otherwise it is invoiced as one.
 */
export function spreadPrices(
  parts: readonly Part[],
  prices: readonly PriceFrom[],
  currency: CurrencyCode,
): SpreadLine[] {
  const isFree = sum(parts.map((part) => part.share)) === 0;
  // Nothing says how a price that was 0 is shared: each line takes the same.
  const weights = parts.map((part) => (isFree ? minor(1) : part.share));
  const spread = prices.map(({ validFrom, price }) => ({ validFrom, amounts: share(price, weights) }));
  return parts.map(({ qty: wanted }, index) => {
    const amounts = spread.map(({ validFrom, amounts: all }) => ({
      validFrom,
      amount: all[index] ?? minor(0),
    }));
    const givesBack = amounts.every(({ amount }) => {
      const unitPrice = unitPriceFor(amount, wanted, currency);
      return (
        UnitPrice.safeParse(unitPrice).success && lineNet({ qty: wanted, unitPrice }, currency) === amount
      );
    });
    const qty = givesBack ? wanted : '1';
    return {
      qty,
      prices: amounts.map(({ validFrom, amount }) => ({
        validFrom,
        unitPrice: unitPriceFor(amount, qty, currency),
      })),
    };
  });
}
