import type { HeldAdvance } from '@daybook/contracts/billing/receipts/advances';
import type { Receipt } from '@daybook/contracts/billing/receipts/receipts';
import { placeText } from '@daybook/contracts/money/place-of-supply';
import { exchangeBlock, type Exchange } from './exchange.ts';
import type { PrintedWord } from './printed-words.ts';
import { advanceTax } from './receipt-pdf.ts';
import { renderSheet, sheetContext, signatureOf } from './sheet.ts';
import type { Addressee, Fact, Issuer } from './sheet.ts';

/** A refund of a taxed advance. Amounts are minor units of `currency`. */
export interface PrintedRefund extends Pick<Receipt, 'docLocale' | 'currency'> {
  /** Present when the books are kept in another currency. */
  exchange: Exchange | null;
  issuer: Issuer;
  paidTo: Addressee;
  refund: Receipt['refunds'][number];
  /** The advance voucher that is refunded. */
  voucher: Pick<Receipt, 'number' | 'receiptDate'>;
  advance: HeldAdvance;
  /** The refunded amount, with the tax included in it. */
  taken: HeldAdvance['taken'];
}

const modeWords: Record<Receipt['refunds'][number]['mode'], PrintedWord> = {
  cash: 'cash',
  cheque: 'cheque',
  bank: 'bankTransfer',
  upi: 'upi',
  card: 'card',
};

export function refundVoucherPdf(printed: PrintedRefund): Promise<Uint8Array> {
  const { docLocale: locale, currency, issuer, paidTo: addressee, refund, advance, taken } = printed;
  const { voucher, exchange } = printed;
  const sent = { locale, currency, issuer, addressee };
  const context = sheetContext(sent);
  const { say, formats } = context;
  const facts: Fact[] = [
    [say('date'), formats.longDate(refund.date)],
    [say('mode'), say(modeWords[refund.mode])],
  ];
  if (refund.reference) facts.push([say('reference'), refund.reference]);
  if (advance.placeOfSupply) facts.push([say('placeOfSupply'), placeText(advance.placeOfSupply, locale)]);
  return renderSheet(
    'receipt',
    sent,
    {
      title: say('refundVoucher'),
      number: refund.number ?? '',
      watermark: refund.reversedOn === null ? null : say('reversed'),
      addresseeHeading: say('paidTo'),
      facts,
      headline: [say('refunded'), formats.money(refund.amount)],
    },
    {
      lines: {
        columns: [
          { label: say('document'), align: 'start', width: 'rest' },
          { label: say('date'), align: 'end', width: 'content' },
          { label: `${say('amount')} (${currency})`, align: 'end', width: 'content' },
        ],
        rows: [
          [
            `${say('advanceVoucher')} ${voucher.number}`,
            formats.shortDate(voucher.receiptDate),
            formats.amount(refund.amount),
          ],
        ],
      },
      totals: [{ label: say('refunded'), value: formats.money(refund.amount), weight: 'due' }],
      inWords: [say('inWords'), formats.inWords(refund.amount)],
      exchange:
        exchange && exchangeBlock(printed, exchange, [[say('refunded'), refund.amountInBase]], context),
      taxTable: advanceTax({ ...advance, taken }, context),
      thanks: '',
      passages: [],
      signature: signatureOf(issuer, say),
    },
    refund.date,
  );
}
