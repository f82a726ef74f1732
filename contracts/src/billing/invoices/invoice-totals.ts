import type { z } from 'zod';
import { documentTotals } from '../../money/document-totals.ts';
import type { DocumentTotals } from '../../money/document-totals.ts';
import type { Minor } from '../../money/money.ts';
import type { TaxTreatment } from '../../money/tax-split.ts';
import { atOwnRate, type WithholdingTerms } from '../../money/withholding.ts';
import type { InvoiceAdjustmentInput, InvoiceLineInput } from './invoice-input.ts';
import type { InvoiceBasis } from './invoice-record.ts';

/** The part of a draft that its figures follow from. */
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

/** What totals are rounded to: an entity says so of its own currency, and totals of any other are left as they are. */
export const roundTotalTo = (rules: Pick<Rules, 'baseCurrency' | 'roundTotalTo'>, currency: string): number =>
  currency === rules.baseCurrency ? rules.roundTotalTo : 0;

/** Under reverse charge the customer accounts for what would have been charged. */
export const underReverseCharge = (treatment: TaxTreatment): TaxTreatment =>
  treatment.category === 'S' ? { ...treatment, category: 'AE', ratePct: '0' } : treatment;

/** The law that a draft is withheld from by: a rate of its client's own comes before the code's. Null where none is. */
export function withholdingOf(
  { withholdingCodes }: Pick<Rules, 'withholdingCodes'>,
  draft: Pick<PricedDraft, 'currency' | 'withholdingCodeId' | 'withholdingRate'>,
): WithholdingTerms | null {
  const code = withholdingCodes.find(({ id }) => id === draft.withholdingCodeId);
  const terms = code !== undefined && code.currency === draft.currency ? code.terms : null;
  return draft.withholdingRate === null ? terms : atOwnRate(terms, draft.withholdingRate);
}

/**
 * The figures of an invoice: computed while it is typed and again by the server, by this one function. A tax code that
 * the basis does not know throws RangeError; so does a malformed decimal.
 */
export function invoiceTotals(rules: Rules, draft: PricedDraft): DocumentTotals {
  const treatments = new Map(rules.taxCodes.map(({ id, treatment }) => [id, treatment]));
  const taxOf = (taxCodeId: string): TaxTreatment => {
    const treatment = treatments.get(taxCodeId);
    if (!treatment) throw new RangeError(`tax code ${taxCodeId} does not apply`);
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
