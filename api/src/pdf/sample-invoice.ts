import type { Language } from '@daybook/contracts/fields';
import { CurrencyCode } from '@daybook/contracts/money/currency';
import { NOTHING, add, fromDecimal, percentOf, sum } from '@daybook/contracts/money/money';
import { addDays } from '@daybook/contracts/plain-date';
import type { PrintedInvoice } from './printed-invoice.ts';
import { printedWords } from './printed-words.ts';
import type { Issuer } from './sheet.ts';

interface Sample {
  issuer: Issuer;
  language: Language;
  currency: string;
  /** Its date. */
  day: string;
  paymentDays: number;
}

/** The usual tax of a country’s firms, for the picture only. */
const taxes: Readonly<Record<string, { rate: string; name: string }>> = {
  IN: { rate: '18', name: 'IGST' },
  JP: { rate: '10', name: 'JCT' },
  CN: { rate: '6', name: 'VAT' },
};
const usualTax = { rate: '20', name: 'VAT' };

/** An invoice to a client that does not exist, to show how a document looks. Its number is none that is issued. */
export function sampleInvoice({ issuer, language, currency, day, paymentDays }: Sample): PrintedInvoice {
  const say = printedWords(language);
  const { rate, name } = taxes[issuer.country] ?? usualTax;
  const code = CurrencyCode.parse(currency);
  const line = (description: string, price: string) => ({
    kind: 'fee' as const,
    description,
    sacHsn: issuer.country === 'IN' ? '998222' : null,
    qty: '1',
    unit: 'C62',
    unitPrice: price,
    baseQty: '1',
    discountPct: null,
    discount: null,
    charge: null,
    category: 'S' as const,
    rate,
    amount: fromDecimal(price, code),
  });
  const lines = [line(say('sampleService'), '1200'), line(say('sampleAdvice'), '350')];
  const net = sum(lines.map(({ amount }) => amount));
  const tax = percentOf(net, rate);
  const total = add(net, tax);
  return {
    docKind: 'tax_invoice',
    docLocale: language,
    currency,
    issuer,
    billTo: {
      name: say('sampleClient'),
      country: issuer.country,
      lines: [],
      registrations: [],
      isPerson: false,
    },
    number: '0000',
    isVoid: false,
    issueDate: day,
    dueDate: addDays(day, paymentDays),
    supplyDate: null,
    serviceFrom: null,
    serviceTo: null,
    poNo: null,
    placeOfSupply: null,
    reverseCharge: false,
    pricesIncludeTax: false,
    discountPct: null,
    lines,
    adjustments: [],
    taxGroups: [{ category: 'S', rate, net, tax, components: [{ name, tax }] }],
    net,
    tax,
    rounding: NOTHING,
    total,
    prepaid: NOTHING,
    payable: total,
    outstanding: total,
    terms: null,
    notes: null,
  };
}
