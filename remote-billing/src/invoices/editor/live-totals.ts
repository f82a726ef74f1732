import { InvoiceAdjustmentInput, InvoiceLineInput } from '@daybook/contracts/billing/invoices/invoice-input';
import type { InvoiceBasis } from '@daybook/contracts/billing/invoices/invoice-record';
import { invoiceTotals } from '@daybook/contracts/billing/invoices/invoice-totals';
import { CurrencyCode } from '@daybook/contracts/money/currency';
import { Percentage } from '@daybook/contracts/money/decimal';
import type { DocumentTotals } from '@daybook/contracts/money/document-totals';
import { NOTHING } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import { isBegun, type DraftValues, type LineValues } from './draft-values.ts';

export interface LiveTotals {
  totals: DocumentTotals;
  /** The amount of each line in the editor; null while the line is incomplete. */
  amounts: readonly (number | null)[];
  /** How many lines are left out because they are incomplete. Untouched lines do not count. */
  incomplete: number;
}

type Rules = Pick<
  InvoiceBasis,
  'baseCurrency' | 'rounding' | 'roundingDir' | 'roundTotalTo' | 'taxCodes' | 'withholdingCodes'
>;
type Typed = { [Name in keyof DraftValues]?: unknown };

// Only the fields that affect the figures. The others may still be missing or wrong.
const PricedLine = InvoiceLineInput.pick({
  kind: true,
  qty: true,
  unitPrice: true,
  baseQty: true,
  taxCodeId: true,
  discountPct: true,
  discount: true,
  charge: true,
}).transform((line) => ({
  ...line,
  description: '',
  serviceId: null,
  departmentId: null,
  sacHsn: null,
  unit: 'C62',
  pendingItemId: null,
}));
const PricedAdjustment = InvoiceAdjustmentInput.pick({ kind: true, amount: true, taxCodeId: true }).transform(
  (one) => ({ ...one, reason: null }),
);

const isAmount = (value: unknown): value is Minor => Number.isSafeInteger(value) && Number(value) >= 0;
const rateIn = (value: unknown): string | null => Percentage.safeParse(value).data ?? null;
const listIn = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);
const onlyKnown = (value: unknown, names: readonly string[]) =>
  Object.fromEntries(Object.entries(value ?? {}).filter(([name]) => names.includes(name)));

const lineNames = ['kind', 'qty', 'unitPrice', 'baseQty', 'taxCodeId', 'discountPct', 'discount', 'charge'];
const adjustmentNames = ['kind', 'amount', 'taxCodeId'];

/**
 * The figures of a draft while the person types, by the server's own function. Incomplete lines are left out. Null if nothing can
 * be computed at all.
 */
export function liveTotals(rules: Rules | undefined, typed: Typed): LiveTotals | null {
  const { currency } = typed;
  if (rules === undefined || !CurrencyCode.safeParse(currency).success) return null;
  const isKnown = (taxCodeId: string) => rules.taxCodes.some(({ id }) => id === taxCodeId);
  const given = listIn(typed.lines);
  const lines = given.map((line) => {
    const { data } = PricedLine.safeParse(onlyKnown(line, lineNames));
    return data !== undefined && isKnown(data.taxCodeId) ? data : null;
  });
  const priced = lines.filter((line) => line !== null);
  const adjustments = listIn(typed.adjustments).flatMap((one) => {
    const { data } = PricedAdjustment.safeParse(onlyKnown(one, adjustmentNames));
    return data !== undefined && isKnown(data.taxCodeId) ? [data] : [];
  });
  try {
    const totals = invoiceTotals(rules, {
      currency: currency as string,
      pricesIncludeTax: typed.pricesIncludeTax === true,
      reverseCharge: typed.reverseCharge === true,
      discountPct: rateIn(typed.discountPct),
      discount: isAmount(typed.discount) ? typed.discount : null,
      prepaid: isAmount(typed.prepaid) ? typed.prepaid : NOTHING,
      withholdingCodeId: typeof typed.withholdingCodeId === 'string' ? typed.withholdingCodeId : null,
      withholdingRate: rateIn(typed.withholdingRate),
      lines: priced,
      adjustments,
    });
    let at = 0;
    const amounts = lines.map((line) => (line === null ? null : (totals.lines[at++]?.amount ?? null)));
    const incomplete = lines.filter(
      (line, index) => line === null && isBegun(given[index] as Partial<LineValues>),
    ).length;
    return { totals, amounts, incomplete };
  } catch (error) {
    // Two discounts at once, or amounts beyond the safe range. The server explains the refusal.
    if (error instanceof RangeError) return null;
    throw error;
  }
}
