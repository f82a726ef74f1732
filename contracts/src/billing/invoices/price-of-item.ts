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
  /** Of the item's tax code; undefined where the draft does not know it yet. */
  treatment: TaxTreatment | undefined;
}

/** The unit price that bills pending items on a draft. Work waits without tax; where prices include it, it is added. */
export function priceOfItem({ amount, currency }: Item, of: OfDraft): string {
  const net = minor(amount);
  if (!of.pricesIncludeTax || !of.treatment) return toDecimal(net, currency);
  return toDecimal(
    withTax(net, of.reverseCharge ? underReverseCharge(of.treatment) : of.treatment),
    currency,
  );
}

/** The gross of which the tax leaves this net; where rounding allows none, the nearest. */
function withTax(net: Minor, treatment: TaxTreatment): Minor {
  const near = add(net, percentOf(net, treatment.ratePct));
  const rules = { pricesIncludeTax: true, rounding: 'line', roundingDir: 'half_up' } as const;
  const leaves = (gross: Minor) => splitTax([{ taxable: gross }], treatment, rules).total.net;
  const one = minor(1);
  return [near, add(near, one), subtract(near, one)].find((gross) => leaves(gross) === net) ?? near;
}
