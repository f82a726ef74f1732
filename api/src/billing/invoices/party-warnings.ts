import type { InvoicePreview, Party } from '@daybook/contracts/billing/invoices/invoice-record';
import { CurrencyCode } from '@daybook/contracts/money/currency';
import { OVERSEAS } from '@daybook/contracts/money/indian-states';
import { toDecimal, magnitude } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import type { z } from 'zod';
import type { InvoiceFacts } from '../documents/invoice-basis.ts';

type Warning = z.infer<typeof InvoicePreview>['warnings'][number];

interface Rule {
  /** Up to this total, including tax and in the regime's own currency, the law accepts a simplified invoice. */
  simpleUpTo: number;
  currency: string;
  /** The registration schemes of which the seller needs one. */
  seller: readonly string[];
  /** The registration schemes of which a business buyer needs one; empty if the law does not require it on every invoice. */
  buyer: readonly string[];
}

/**
 * What the law of each regime requires of the parties on a taxed invoice. Omissions that the law forbids are refused
 * elsewhere (docs/rules.md#parties).
 */
const rules: Readonly<Record<string, Rule>> = {
  // Directive 2006/112/EC, articles 226 and 238.
  EU: { simpleUpTo: 100, currency: 'EUR', seller: ['EU:VAT'], buyer: [] },
  // VAT Regulations 1995, regulations 14 and 16.
  GB: { simpleUpTo: 250, currency: 'GBP', seller: ['GB:VAT'], buyer: [] },
  // CGST Rules 2017, rule 46 (a) and (d) to (f).
  IN: { simpleUpTo: 50_000, currency: 'INR', seller: ['IN:GSTIN'], buyer: [] },
  // Consumption Tax Act, article 57-4: an invoice of a qualified issuer names its number.
  JP: { simpleUpTo: Infinity, currency: 'JPY', seller: ['JP:T'], buyer: [] },
  // 增值税专用发票 (special VAT invoice): name and tax number of the buyer.
  CN: { simpleUpTo: 0, currency: 'CNY', seller: ['CN:USCC'], buyer: ['CN:USCC'] },
};

const privateBuyers = new Set(['consumer', 'unregistered', 'overseas', 'exempt', 'other']);

const lacks = (of: { registrations: { scheme: string }[] }, schemes: readonly string[]): boolean =>
  schemes.length > 0 && !of.registrations.some(({ scheme }) => schemes.includes(scheme));

const isUnchecked = (of: Party): boolean => of.registrations.some((one) => one.isUnchecked === true);

/** Warnings about the parties before the invoice is sent. The invoice may be issued in spite of them. */
export function partyWarnings(
  facts: Pick<
    InvoiceFacts,
    'regime' | 'chargesTax' | 'buyerTreatment' | 'billTo' | 'supplier' | 'placeOfSupply' | 'customerGstin'
  >,
  total: Minor,
  currency: string,
): Warning[] {
  const rule = rules[facts.regime];
  const { billTo, supplier } = facts;
  const found: Warning[] = [
    ...(isUnchecked(billTo) ? [{ code: 'BUYER_NUMBER_UNCHECKED' as const, params: {} }] : []),
    // A client registered in India is normally supplied in India, unless the work itself is done abroad.
    ...(facts.placeOfSupply === OVERSEAS && facts.customerGstin !== undefined
      ? [{ code: 'PLACE_ABROAD' as const, params: {} }]
      : []),
    ...(isUnchecked(supplier) ? [{ code: 'SELLER_NUMBER_UNCHECKED' as const, params: {} }] : []),
  ];
  if (rule === undefined || !facts.chargesTax) return found;
  // In another currency it is unknown whether the total is below the limit.
  const isSimple =
    currency === rule.currency &&
    Number(toDecimal(magnitude(total), CurrencyCode.parse(currency))) <= rule.simpleUpTo;
  if (!isSimple && billTo.lines.length === 0) found.push({ code: 'BUYER_ADDRESS', params: {} });
  if (lacks(billTo, rule.buyer) && !privateBuyers.has(facts.buyerTreatment))
    found.push({ code: 'BUYER_TAX_NUMBER', params: {} });
  if (lacks(supplier, rule.seller)) found.push({ code: 'SELLER_TAX_NUMBER', params: {} });
  return found;
}
