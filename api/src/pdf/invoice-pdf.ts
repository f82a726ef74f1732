import { taxDueMention } from '@daybook/contracts/settings/billing-entities/tax-due';
import { placeText } from '@daybook/contracts/money/place-of-supply';
import { bankBlocks } from './bank-blocks.ts';
import { exchangeBlock, figuresInBase } from './exchange.ts';
import { hoursAnnex } from './hours-annex.ts';
import { invoiceLines } from './invoice-lines.ts';
import { invoiceTotals, taxTable } from './invoice-totals.ts';
import { isReducedInJapan, type PrintedInvoice } from './printed-invoice.ts';
import type { PrintedWord, Say } from './printed-words.ts';
import { renderSheet, sheetContext, signatureOf } from './sheet.ts';
import type { Fact, SheetContext } from './sheet.ts';
import { withheldByText } from './withheld-by.ts';

export function invoicePdf(invoice: PrintedInvoice): Promise<Uint8Array> {
  const { docLocale: locale, currency, issuer, billTo: addressee } = invoice;
  const sent = { locale, currency, issuer, addressee };
  const context = sheetContext(sent);
  const { say } = context;
  return renderSheet(
    'invoice',
    sent,
    {
      title: say(titleOf(invoice)),
      number: invoice.number ?? '',
      watermark: watermarkOf(invoice, say),
      addresseeHeading: say('billTo'),
      facts: factsOf(invoice, context),
      headline: [say(payableWord(invoice)), context.formats.money(invoice.payable)],
    },
    {
      lines: invoiceLines(invoice, context),
      totals: invoiceTotals(invoice, context, say(payableWord(invoice))),
      inWords: [say('inWords'), context.formats.inWords(invoice.payable)],
      exchange: exchangeOf(invoice, context),
      taxTable: taxTable(invoice, context),
      notices: noticesOf(invoice, context),
      bankHeading: say('payTo'),
      banks: bankBlocks(invoice, context),
      passages: [
        [say('terms'), invoice.terms],
        [say('reason'), invoice.credits?.reason ?? null],
        [say('notes'), invoice.notes],
      ].filter(([, text]) => text),
      annex: hoursAnnex(invoice, context),
      signature: isSigned(invoice) ? signatureOf(issuer, say) : null,
    },
    invoice.issueDate,
  );
}

function exchangeOf(invoice: PrintedInvoice, context: SheetContext) {
  const { exchange, inBase } = invoice;
  if (!exchange) return null;
  return exchangeBlock(invoice, exchange, inBase ? figuresInBase(invoice, inBase, context) : [], context);
}

const isIndian = ({ issuer }: PrintedInvoice): boolean => issuer.country === 'IN';

const titles: Record<PrintedInvoice['docKind'], PrintedWord> = {
  tax_invoice: 'invoice',
  bill_of_supply: 'invoice',
  debit_note: 'debitNote',
  credit_note: 'creditNote',
};

/** GST has its own document titles, for documents that other countries do not have. */
const titlesUnderGst: typeof titles = {
  ...titles,
  tax_invoice: 'taxInvoice',
  bill_of_supply: 'billOfSupply',
};

const titleOf = (invoice: PrintedInvoice): PrintedWord =>
  invoice.proforma ? 'proforma' : (isIndian(invoice) ? titlesUnderGst : titles)[invoice.docKind];

function watermarkOf({ number, isVoid }: PrintedInvoice, say: Say): string | null {
  if (isVoid) return say('void');
  return number === null ? say('draft') : null;
}

const payableWord = ({ docKind }: PrintedInvoice): PrintedWord =>
  docKind === 'credit_note' ? 'credited' : 'payable';

function factsOf(invoice: PrintedInvoice, { say, formats }: SheetContext): Fact[] {
  const { issueDate, dueDate, supplyDate, serviceFrom, serviceTo, poNo, placeOfSupply, proforma, docLocale } =
    invoice;
  const facts: [PrintedWord, string | null][] = [
    ['issueDate', formats.longDate(issueDate)],
    ['creditedInvoices', creditedText(invoice, formats)],
    ['reason', invoice.credits ? say(reasonWords[invoice.credits.reasonCode]) : null],
    ['dueDate', dueDate && formats.longDate(dueDate)],
    ['validUntil', proforma ? formats.longDate(proforma.validUntil) : null],
    ['supplyDate', supplyDate && formats.longDate(supplyDate)],
    ['servicePeriod', serviceFrom && serviceTo && formats.period(serviceFrom, serviceTo)],
    ['poNumber', poNo],
    ['placeOfSupply', placeOfSupply && placeText(placeOfSupply, docLocale)],
    // GST requires the answer even when it is no.
    ['reverseChargeAsked', isIndian(invoice) ? say(invoice.reverseCharge ? 'yes' : 'no') : null],
  ];
  return facts.flatMap(([word, value]): Fact[] => (value ? [[say(word), value]] : []));
}

const reasonWords: Record<NonNullable<PrintedInvoice['credits']>['reasonCode'], PrintedWord> = {
  not_rendered: 'reasonNotRendered',
  deficiency: 'reasonDeficiency',
  discount: 'reasonDiscount',
  correction: 'reasonCorrection',
  duplicate: 'reasonDuplicate',
  cancelled: 'reasonCancelled',
  other: 'reasonOther',
};

/** The law requires a credit note to give the numbers and dates of the invoices it corrects. */
const creditedText = ({ credits }: PrintedInvoice, formats: SheetContext['formats']): string | null =>
  credits
    ? credits.invoices
        .map(({ number, issueDate }) => `${number} (${formats.shortDate(issueDate)})`)
        .join(', ')
    : null;

function noticesOf(invoice: PrintedInvoice, context: SheetContext): string[] {
  const { say, formats } = context;
  const { pricesIncludeTax, tax, reverseCharge, lines, proforma, withheldExpected = 0, withheldBy } = invoice;
  return [
    ...(proforma ? [say('noTaxInvoice')] : []),
    ...(pricesIncludeTax && tax !== 0 ? [say('taxIncluded')] : []),
    ...(reverseCharge || lines.some(({ category }) => category === 'AE') ? [say('reverseCharge')] : []),
    ...taxDueNotice(invoice),
    ...(lines.some((line) => isReducedInJapan(invoice, line)) ? [say('reducedRate')] : []),
    ...(withheldExpected > 0 && withheldBy
      ? [
          say('toBeWithheld', {
            amount: formats.money(withheldExpected),
            by: withheldByText(withheldBy, context),
          }),
        ]
      : []),
  ];
}

/** In the words of the law, whatever the language of the document. */
function taxDueNotice({ issuer, issueDate, taxDue, tax, reverseCharge }: PrintedInvoice): string[] {
  const mention =
    taxDue && tax !== 0 && !reverseCharge ? taxDueMention(issuer.country, taxDue, issueDate) : null;
  return mention === null ? [] : [mention];
}

const isSigned = ({ number, proforma, isVoid }: PrintedInvoice): boolean =>
  number !== null && !proforma && !isVoid;
