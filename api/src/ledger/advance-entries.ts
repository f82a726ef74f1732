import { convert, subtract, sum } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import { reverseAdvanceTax } from '@daybook/contracts/money/settlement';
import type { AdvanceTax } from '@daybook/contracts/money/settlement';
import { debit } from './post-entries.ts';
import type { Posting } from './post-entries.ts';

/** The tax included in an advance, by component; `base` is in the base currency at the receipt's rate. */
export interface TaxInAdvance {
  name: string;
  tax: Minor;
  base: Minor;
}

export interface AdvanceTerms {
  /** Null for a receipt that is not an advance voucher. */
  advanceTax: AdvanceTax | null;
  currency: string;
  baseCurrency: string;
  /** The exchange rate of the receipt. */
  fxRate: string;
}

/**
 * The tax released from an advance whose remainder was `before` and is now `after`; negative when the advance grows.
 * The base amount is also computed from the remainders only, so a used-up advance leaves no tax behind.
 */
export function taxFreed(
  { advanceTax, currency, baseCurrency, fxRate }: AdvanceTerms,
  before: Minor,
  after: Minor,
): TaxInAdvance[] {
  if (advanceTax === null) return [];
  const none = subtract(before, before);
  const inBase = (held: { tax: Minor }[]) =>
    held.map(({ tax }) => convert(tax, currency, baseCurrency, fxRate));
  const [was, is] = [before, after].map((left) => inBase(reverseAdvanceTax(advanceTax, left, none)));
  return reverseAdvanceTax(advanceTax, before, after).map(({ name, tax }, index) => ({
    name,
    tax,
    base: subtract(was?.[index] ?? none, is?.[index] ?? none),
  }));
}

/** The postings for the use of an advance: the client's money, and the tax included in it, which is no longer due on the advance. */
export function usedAdvance(
  clientId: string,
  amount: Minor,
  base: Minor,
  taxes: readonly TaxInAdvance[],
): Posting[] {
  return [
    {
      ...debit('client_advance', subtract(amount, sum(taxes.map(({ tax }) => tax))), clientId),
      base: subtract(base, sum(taxes.map((tax) => tax.base))),
    },
    ...taxes.map((tax) => ({
      ...debit(`output_tax_on_advance.${tax.name}`, tax.tax, clientId),
      base: tax.base,
    })),
  ];
}
