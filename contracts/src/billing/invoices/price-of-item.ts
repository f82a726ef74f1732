import type { CurrencyCode } from '../../money/currency.ts';
import { add, minor, percentOf, subtract, toDecimal } from '../../money/money.ts';
import type { Minor } from '../../money/money.ts';
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

/** The unit price that bills a pending item on a draft. Pending amounts are without tax; tax is added if the draft's prices include it. */
export function priceOfItem({ amount, currency }: Item, of: OfDraft): string {
  const net = minor(amount);
  if (!of.pricesIncludeTax || !of.treatment) return toDecimal(net, currency);
  return toDecimal(
    withTax(net, of.reverseCharge ? underReverseCharge(of.treatment) : of.treatment),
    currency,
  );
}

/** The gross amount that leaves this net after tax; the nearest one if rounding leaves no exact match. */
function withTax(net: Minor, treatment: TaxTreatment): Minor {
  const near = add(net, percentOf(net, treatment.ratePct));
  const rules = { pricesIncludeTax: true, rounding: 'line', roundingDir: 'half_up' } as const;
  const leaves = (gross: Minor) => splitTax([{ taxable: gross }], treatment, rules).total.net;
  const one = minor(1);
  return [near, add(near, one), subtract(near, one)].find((gross) => leaves(gross) === net) ?? near;
}
