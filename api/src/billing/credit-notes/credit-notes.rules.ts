import { creditNoteTotals } from '@daybook/contracts/billing/credit-notes/credit-note-totals';
import type { CreditNoteTotals } from '@daybook/contracts/billing/credit-notes/credit-note-totals';
import type { CreditedRow } from '@daybook/contracts/billing/credit-notes/creditable-document';
import type { CreditableInvoice } from '@daybook/contracts/billing/credit-notes/credit-note-record';
import { AmountOverflow, MAX_AMOUNT, isBookable } from '@daybook/contracts/money/money';
import { Refusal, refuseField } from '@daybook/contracts/refusals';
import type { FieldRefusals } from '@daybook/contracts/refusals';

interface Credited extends CreditableInvoice {
  clientId: string;
  entityId: string;
  currency: string;
}

/** A credit note as the person entered it. */
export interface CreditNoteDraft {
  entityId: string;
  clientId: string;
  currency: string;
  issueDate: string;
  reasonCode: string;
  reason: string | null;
  lines: readonly CreditedRow[];
}

export interface CreditFacts {
  baseCurrency: string;
  /** The issued invoices whose lines the credit note credits. */
  invoices: readonly Credited[];
}

/** The terms that a credit note takes over from the invoices it credits. */
const shared = [
  'fxRate',
  'placeOfSupply',
  'reverseCharge',
  'pricesIncludeTax',
  'rounding',
  'roundingDir',
  'roundTotalTo',
] as const;
export type CreditTerms = Pick<CreditableInvoice, (typeof shared)[number]>;

const termsOf = (invoice: CreditTerms): CreditTerms => ({
  fxRate: invoice.fxRate,
  placeOfSupply: invoice.placeOfSupply,
  reverseCharge: invoice.reverseCharge,
  pricesIncludeTax: invoice.pricesIncludeTax,
  rounding: invoice.rounding,
  roundingDir: invoice.roundingDir,
  roundTotalTo: invoice.roundTotalTo,
});

const sameTerms = (a: CreditTerms, b: CreditTerms): boolean => shared.every((term) => a[term] === b[term]);

/** The first error of a row, on its field; null when the row is valid. */
function faultOf(
  draft: CreditNoteDraft,
  row: number,
  invoice: Credited | undefined,
  terms: CreditTerms | undefined,
): [field: 'invoiceLineId' | 'amount', code: string] | null {
  const { invoiceLineId, qty, amount } = draft.lines[row] ?? { invoiceLineId: '', qty: null, amount: null };
  if (!invoice || invoice.clientId !== draft.clientId) return ['invoiceLineId', 'REFERENCE_UNKNOWN'];
  if (invoice.entityId !== draft.entityId) return ['invoiceLineId', 'ENTITY_MISMATCH'];
  if (invoice.currency !== draft.currency) return ['invoiceLineId', 'CURRENCY_MISMATCH'];
  if (terms && !sameTerms(invoice, terms)) return ['invoiceLineId', 'CREDIT_TERMS_DIFFER'];
  if (draft.lines.findIndex((line) => line.invoiceLineId === invoiceLineId) !== row)
    return ['invoiceLineId', 'TWICE'];
  if (qty === null && amount === null) return ['amount', 'REQUIRED'];
  return qty !== null && amount !== null ? ['amount', 'TWICE'] : null;
}

/**
 * The figures and terms of a credit note that may be stored. Refuses every error on its field: a line of another
 * client, entity or currency or with other terms, a line named twice, an `issueDate` before that of an invoice, and
 * CN_EXCEEDS_INVOICE_LINE on each row that credits more than is left, and TOTAL_NEGATIVE for a total below zero or for
 * neither net nor tax.
 */
export function priceCreditNote(
  draft: CreditNoteDraft,
  facts: CreditFacts,
): { totals: CreditNoteTotals; terms: CreditTerms } {
  const invoiceOf = new Map(
    facts.invoices.flatMap((invoice) => invoice.lines.map(({ id }) => [id, invoice] as const)),
  );
  const rows = draft.lines.map(({ invoiceLineId }) => invoiceOf.get(invoiceLineId));
  const first = rows.find((invoice) => invoice !== undefined);
  const fields: FieldRefusals = {};
  rows.forEach((invoice, row) => {
    const fault = faultOf(draft, row, invoice, first);
    if (fault) fields[`lines.${row}.${fault[0]}`] = [{ code: fault[1] }];
  });
  if (draft.reasonCode === 'other' && draft.reason === null) fields.reason = [{ code: 'REQUIRED' }];
  const earliest =
    facts.invoices
      .map(({ issueDate }) => issueDate)
      .toSorted()
      .at(-1) ?? '';
  if (draft.issueDate < earliest) fields.issueDate = [{ code: 'DATE_TOO_EARLY', params: { earliest } }];
  if (Object.keys(fields).length > 0 || !first) throw new Refusal('INPUT_INVALID', {}, fields);
  const terms = termsOf(first);
  const totals = bookable(draft, facts, terms);
  if (totals.excess.length > 0) {
    throw new Refusal(
      'CN_EXCEEDS_INVOICE_LINE',
      {},
      Object.fromEntries(
        totals.excess.map((row) => [`lines.${row}.amount`, [{ code: 'CN_EXCEEDS_INVOICE_LINE' }]]),
      ),
    );
  }
  if (totals.total < 0 || (totals.net === 0 && totals.tax === 0))
    throw refuseField('INPUT_INVALID', 'lines', {}, 'TOTAL_NEGATIVE');
  return { totals, terms };
}

/** Refuses, on `lines`, figures that are too large to post. */
function bookable(draft: CreditNoteDraft, facts: CreditFacts, terms: CreditTerms): CreditNoteTotals {
  try {
    const totals = creditNoteTotals(draft.currency, facts.invoices, draft.lines);
    const amounts = [totals.total, ...totals.lines.map(({ amount }) => amount)];
    if (amounts.every((amount) => isBookable(amount, draft.currency, facts.baseCurrency, terms.fxRate)))
      return totals;
  } catch (error) {
    if (!(error instanceof AmountOverflow)) throw error;
  }
  throw refuseField('INPUT_INVALID', 'lines', { maximum: MAX_AMOUNT }, 'TOO_BIG');
}
