import type { CurrencyCode } from '../../money/currency.ts';
import { canonicalDecimal } from '../../money/decimal.ts';
import { over, powerOfTen, ratioOf, round, times } from '../../money/exact.ts';
import { add, lineNet, minor, percentOf, subtract, toDecimal } from '../../money/money.ts';
import type { Minor } from '../../money/money.ts';
import type { PendingSource } from '../pending/pending-invoices.ts';
import { splitTax } from '../../money/tax-split.ts';
import type { TaxTreatment } from '../../money/tax-split.ts';
import { underReverseCharge } from './invoice-totals.ts';

interface Item {
  amount: number;
  currency: CurrencyCode;
}

interface OfDraft {
  pricesIncludeTax: boolean;
  reverseCharge: boolean;
  /** The treatment of the item's tax code; undefined if the draft does not know the code yet. */
  treatment: TaxTreatment | undefined;
}

/** The amount that bills a pending item on a draft. Pending amounts are without tax; tax is added if the draft's prices include it. */
function priceOfItem({ amount, currency }: Item, of: OfDraft): string {
  const net = minor(amount);
  if (!of.pricesIncludeTax || !of.treatment) return toDecimal(net, currency);
  return toDecimal(
    withTax(net, of.reverseCharge ? underReverseCharge(of.treatment) : of.treatment),
    currency,
  );
}

const pricedDecimals = [0, 1, 2, 3, 4, 5, 6];

/** The price with the fewest decimals at which the quantity comes to the amount, however a document rounds; null if there is none. */
function averagePrice(amount: string, qty: string, currency: CurrencyCode): string | null {
  const exact = over(ratioOf(amount), ratioOf(qty));
  const prices = pricedDecimals.flatMap((decimals) => {
    const near = round(times(exact, ratioOf(powerOfTen(decimals))));
    return [near, near + 1n].map((units) => decimalOf(units, decimals));
  });
  const comesTo = (unitPrice: string, dir: 'half_up' | 'floor') =>
    toDecimal(lineNet({ qty, unitPrice }, currency, dir), currency) === amount;
  return prices.find((price) => comesTo(price, 'half_up') && comesTo(price, 'floor')) ?? null;
}

function decimalOf(units: bigint, decimals: number): string {
  const digits = String(units).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  return decimals === 0 ? whole : canonicalDecimal(`${whole}.${digits.slice(-decimals)}`);
}

/**
 * The quantity, unit and unit price of the line that bills a pending item. Hours are billed as hours at their average price,
 * and exactly at their amount: as one piece if no price comes to it. The unit is null if it is that of the service.
 */
export function quantityOfItem(
  item: Item & { source: PendingSource; qty: string },
  of: OfDraft,
): { qty: string; unit: 'HUR' | 'C62' | null; unitPrice: string } {
  const amount = priceOfItem(item, of);
  if (item.source !== 'time') return { qty: '1', unit: null, unitPrice: amount };
  const qty = canonicalDecimal(item.qty);
  const unitPrice = averagePrice(amount, qty, item.currency);
  return unitPrice === null ? { qty: '1', unit: 'C62', unitPrice: amount } : { qty, unit: 'HUR', unitPrice };
}

/** The gross amount that leaves this net after tax; the nearest one if rounding leaves no exact match. */
function withTax(net: Minor, treatment: TaxTreatment): Minor {
  const near = add(net, percentOf(net, treatment.ratePct));
  const rules = { pricesIncludeTax: true, rounding: 'line', roundingDir: 'half_up' } as const;
  const leaves = (gross: Minor) => splitTax([{ taxable: gross }], treatment, rules).total.net;
  const one = minor(1);
  return [near, add(near, one), subtract(near, one)].find((gross) => leaves(gross) === net) ?? near;
}
