import type { z } from 'zod';
import { documentTotals } from '../../money/document-totals.ts';
import type { DocumentTotals } from '../../money/document-totals.ts';
import type { Minor } from '../../money/money.ts';
import type { TaxTreatment } from '../../money/tax-split.ts';
import { atOwnRate, type WithholdingTerms } from '../../money/withholding.ts';
import type { InvoiceAdjustmentInput, InvoiceLineInput } from './invoice-input.ts';
import type { InvoiceBasis } from './invoice-record.ts';

/** The fields of a draft that its figures depend on. */
export interface PricedDraft {
  currency: string;
  pricesIncludeTax: boolean;
  reverseCharge: boolean;
  discountPct: string | null;
  discount: Minor | null;
  prepaid: Minor;
  withholdingCodeId: string | null;
  withholdingRate: string | null;
  lines: readonly InvoiceLineInput[];
  adjustments: readonly z.output<typeof InvoiceAdjustmentInput>[];
}

type Rules = Pick<
  InvoiceBasis,
  'baseCurrency' | 'rounding' | 'roundingDir' | 'roundTotalTo' | 'taxCodes' | 'withholdingCodes'
>;

const orNone = (amount: Minor | null) => amount ?? undefined;

/** The step that totals are rounded to. An entity sets it for its base currency; totals in other currencies are not rounded. */
export const roundTotalTo = (rules: Pick<Rules, 'baseCurrency' | 'roundTotalTo'>, currency: string): number =>
  currency === rules.baseCurrency ? rules.roundTotalTo : 0;

/** Under reverse charge the customer accounts for the tax. */
export const underReverseCharge = (treatment: TaxTreatment): TaxTreatment =>
  treatment.category === 'S' ? { ...treatment, category: 'AE', ratePct: '0' } : treatment;

/** The withholding terms of a draft. A rate agreed for the client takes precedence over the code's rates. Null if nothing is withheld. */
export function withholdingOf(
  { withholdingCodes }: Pick<Rules, 'withholdingCodes'>,
  draft: Pick<PricedDraft, 'currency' | 'withholdingCodeId' | 'withholdingRate'>,
): WithholdingTerms | null {
  const code = withholdingCodes.find(({ id }) => id === draft.withholdingCodeId);
  const terms = code !== undefined && code.currency === draft.currency ? code.terms : null;
  return draft.withholdingRate === null ? terms : atOwnRate(terms, draft.withholdingRate);
}

/**
 * The figures of an invoice. The form computes them during editing and the server computes them again, both with this
 * function. Throws RangeError for a tax code that the basis does not contain, and for a malformed decimal.
 */
export function invoiceTotals(rules: Rules, draft: PricedDraft): DocumentTotals {
  const treatments = new Map(rules.taxCodes.map(({ id, treatment }) => [id, treatment]));
  const taxOf = (taxCodeId: string): TaxTreatment => {
    const treatment = treatments.get(taxCodeId);
    if (!treatment) throw new RangeError(`tax code ${taxCodeId} is not in the basis of the invoice`);
    return draft.reverseCharge ? underReverseCharge(treatment) : treatment;
  };
  const adjustments = (wanted: 'allowance' | 'charge') =>
    draft.adjustments
      .filter(({ kind }) => kind === wanted)
      .map(({ amount, taxCodeId }) => ({ amount, tax: taxOf(taxCodeId) }));
  return documentTotals({
    currency: draft.currency,
    pricesIncludeTax: draft.pricesIncludeTax,
    rounding: rules.rounding,
    roundingDir: rules.roundingDir,
    roundTotalTo: roundTotalTo(rules, draft.currency),
    discountPct: draft.discountPct ?? undefined,
    discountMinor: orNone(draft.discount),
    prepaid: draft.prepaid,
    withholding: withholdingOf(rules, draft) ?? undefined,
    allowances: adjustments('allowance'),
    charges: adjustments('charge'),
    lines: draft.lines.map((line) => ({
      qty: line.qty,
      unitPrice: line.unitPrice,
      baseQty: line.baseQty,
      discountPct: line.discountPct ?? undefined,
      discountMinor: orNone(line.discount),
      chargeMinor: orNone(line.charge),
      kind: line.kind,
      tax: taxOf(line.taxCodeId),
    })),
  });
}
