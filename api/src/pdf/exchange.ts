import type { BaseFigures } from '@daybook/contracts/billing/documents/base-figures';
import { minor, share } from '@daybook/contracts/money/money';
import { documentFormats } from './document-formats.ts';
import { taxWord } from './invoice-totals.ts';
import type { PrintedInvoice } from './printed-invoice.ts';
import type { Issuer, SheetContext, Total } from './sheet.ts';

/** The exchange of a document whose currency is not that of the issuer’s books. */
export interface Exchange {
  fxRate: string;
  baseCurrency: string;
}

interface Exchanged {
  docLocale: PrintedInvoice['docLocale'];
  currency: string;
  issuer: Issuer;
}

type Figure = readonly [label: string, amount: number];

/** The exchange rate, and below it the amounts that the law requires in the issuer’s own currency; the last one is the total. */
export function exchangeBlock(
  { docLocale, currency, issuer }: Exchanged,
  exchange: Exchange,
  figures: readonly Figure[],
  { say, formats }: SheetContext,
): { heading: string; totals: Total[] } {
  const { fxRate, baseCurrency } = exchange;
  const { money } = documentFormats(docLocale, issuer.country, baseCurrency);
  const rate = `1 ${currency} = ${formats.decimal(fxRate)} ${baseCurrency}`;
  return {
    heading: say('atRate', { rate }),
    totals: figures.map(([label, amount], index) => ({
      label: `${label} (${baseCurrency})`,
      value: money(amount),
      weight: index === figures.length - 1 ? 'strong' : 'plain',
    })),
  };
}

/** The tax by rate, if there is more than one; its parts are those posted in the books. */
export function figuresInBase(
  invoice: PrintedInvoice,
  { net, tax, rounding, total }: BaseFigures,
  { say, formats }: SheetContext,
): Figure[] {
  const sum: Figure = [say(tax === 0 ? 'total' : 'totalWithTax'), total];
  if (tax === 0) return [sum];
  const word = taxWord(invoice, say);
  const groups = invoice.taxGroups.filter((group) => group.tax !== 0);
  const parts = share(
    minor(tax),
    groups.map((group) => minor(group.tax)),
  );
  const byRate = groups.map(({ rate }, index): Figure => [
    `${word} ${formats.percent(rate)}`,
    parts[index] ?? 0,
  ]);
  const rounded: Figure[] = rounding === 0 ? [] : [[say('rounding'), rounding]];
  return [[say('net'), net], ...(groups.length > 1 ? byRate : []), [word, tax], ...rounded, sum];
}
