import type { BaseFigures } from '@daybook/contracts/billing/documents/base-figures';
import type { CreditNote } from '@daybook/contracts/billing/credit-notes/credit-note-record';
import type { Invoice, WithheldBy } from '@daybook/contracts/billing/invoices/invoice-record';
import type { Language } from '@daybook/contracts/fields';
import type { TaxDue } from '@daybook/contracts/settings/billing-entities/tax-due';
import type { Exchange } from './exchange.ts';
import type { Addressee, Issuer } from './sheet.ts';

type PrintedLine = Pick<
  Invoice['lines'][number],
  | 'kind'
  | 'description'
  | 'sacHsn'
  | 'qty'
  | 'unit'
  | 'unitPrice'
  | 'baseQty'
  | 'discountPct'
  | 'discount'
  | 'charge'
  | 'category'
  | 'rate'
  | 'amount'
>;
type PrintedAdjustment = Pick<Invoice['adjustments'][number], 'kind' | 'reason' | 'amount'>;

/** An entry of the annex: the hours behind a line. */
export interface PrintedHours {
  /** The number of the line, from 1. */
  lineNo: number;
  workedOn: string;
  person: string;
  note: string | null;
  minutes: number;
  amount: number;
}

/** An invoice, credit note or proforma with everything that is printed. Amounts are minor units of `currency`, already computed. */
export interface PrintedInvoice extends Pick<
  Invoice,
  | 'currency'
  | 'issueDate'
  | 'supplyDate'
  | 'serviceFrom'
  | 'serviceTo'
  | 'poNo'
  | 'placeOfSupply'
  | 'reverseCharge'
  | 'pricesIncludeTax'
  | 'discountPct'
  | 'taxGroups'
  | 'net'
  | 'tax'
  | 'rounding'
  | 'total'
  | 'prepaid'
  | 'payable'
  | 'outstanding'
  | 'terms'
  | 'notes'
> {
  docKind: 'tax_invoice' | 'bill_of_supply' | 'debit_note' | 'credit_note';
  /** Only for a proforma, which is not an invoice yet. */
  proforma?: { validUntil: string };
  docLocale: Language;
  issuer: Issuer;
  billTo: Addressee;
  /** Null while it is a draft. */
  number: string | null;
  isVoid: boolean;
  /** Credit notes and proformas have none. */
  dueDate: string | null;
  /** The tax that the client will withhold, and the section of law; absent on a credit note. */
  withheldExpected?: number;
  withheldBy?: WithheldBy | null;
  /** When its tax falls due; absent for a proforma, which makes none due. */
  taxDue?: TaxDue;
  lines: readonly PrintedLine[];
  adjustments: readonly PrintedAdjustment[];
  /** Absent without an annex. */
  hours?: readonly PrintedHours[];
  /** For a document in another currency than the books: the rate, and the amounts of the books where the law requires them. */
  exchange?: Exchange | null;
  inBase?: BaseFigures | null;
  /** For a credit note: what it credits, and why. */
  credits?: {
    invoices: readonly { number: string; issueDate: string }[];
    reasonCode: CreditNote['reasonCode'];
    reason: string | null;
  };
}

/** A qualified invoice in Japan marks the lines that are taxed at the reduced rate. */
export const isReducedInJapan = (
  { issuer }: Pick<PrintedInvoice, 'issuer'>,
  { category, rate }: Pick<PrintedLine, 'category' | 'rate'>,
): boolean => issuer.country === 'JP' && category === 'S' && Number(rate) === 8;
