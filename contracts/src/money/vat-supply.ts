// What a European VAT invoice must not say about its buyer (Directive 2006/112/EC; EN 16931 BR-AE-02, BR-IC-02, BR-O-11).
import { EU_COUNTRIES } from '../settings/billing-entities/regimes.ts';
import type { TaxCategory } from './tax-split.ts';

export type VatBlock = {
  rule:
    | 'BUYER_VAT_ID_MISSING'
    | 'BUYER_IS_CONSUMER'
    | 'NOT_ANOTHER_MEMBER'
    | 'NOT_AN_EXPORT'
    | 'OUTSIDE_VAT_MIXED';
  /** The index in `parts`. */
  row: number;
};

export type VatDocument = {
  /** The seller's country, ISO 3166. */
  country: string;
  buyer: {
    /** The country of the billing address, if there is one. */
    country?: string | undefined;
    /** With its prefix, as in VIES. */
    vatId?: string | undefined;
    isConsumer: boolean;
  };
  /** Lines, allowances and charges. A disbursement is not a supply of the firm. */
  parts: readonly { kind?: 'fee' | 'disbursement'; category: TaxCategory }[];
};

/** VIES writes EL for Greece. XI, Northern Ireland, belongs to the Union for goods only, so it does not count for services. */
const memberOf = (vatId: string): string => vatId.slice(0, 2).replace('EL', 'GR');

function ruleFor(category: TaxCategory, { country, buyer }: VatDocument): VatBlock['rule'] | undefined {
  if (category === 'AE' || category === 'K') {
    if (buyer.isConsumer) return 'BUYER_IS_CONSUMER';
    if (!buyer.vatId) return 'BUYER_VAT_ID_MISSING';
  }
  if (category === 'K' && buyer.vatId) {
    const member = memberOf(buyer.vatId);
    return member === country || !EU_COUNTRIES.has(member) ? 'NOT_ANOTHER_MEMBER' : undefined;
  }
  const isWithin =
    buyer.country !== undefined && (EU_COUNTRIES.has(buyer.country) || buyer.country === country);
  return category === 'G' && isWithin ? 'NOT_AN_EXPORT' : undefined;
}

/** The faults that the law does not allow; empty if the document may be issued. */
export function vatBlocks(document: VatDocument): VatBlock[] {
  const isSupply = ({ kind, category }: VatDocument['parts'][number]) =>
    !(kind === 'disbursement' && category === 'O');
  const isMixed = document.parts.some((part) => isSupply(part) && part.category !== 'O');
  return document.parts.flatMap((part, row): VatBlock[] => {
    const mixed = isMixed && isSupply(part) && part.category === 'O';
    const rule = mixed ? 'OUTSIDE_VAT_MIXED' : ruleFor(part.category, document);
    return rule ? [{ rule, row }] : [];
  });
}
