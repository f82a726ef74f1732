import { invoiceTotals, underReverseCharge } from '@daybook/contracts/billing/invoices/invoice-totals';
import type { PricedDraft } from '@daybook/contracts/billing/invoices/invoice-totals';
import type { DocumentTotals } from '@daybook/contracts/money/document-totals';
import { advancesOf } from '@daybook/contracts/billing/invoices/prepaid';
import type { AdvanceInput } from '@daybook/contracts/billing/invoices/prepaid';
import { indiaBlocks } from '@daybook/contracts/money/india-supply';
import { AmountOverflow, MAX_AMOUNT, isBookable, lineNet, minor, sum } from '@daybook/contracts/money/money';
import { Refusal, refuseField } from '@daybook/contracts/refusals';
import type { FieldRefusals } from '@daybook/contracts/refusals';
import { vatBlocks } from '@daybook/contracts/money/vat-supply';
import { todayIn } from '../documents/invoice-basis.ts';
import type { InvoiceFacts } from '../documents/invoice-basis.ts';

export interface CheckedDraft extends PricedDraft {
  issueDate: string;
  dueDate: string;
  serviceFrom: string | null;
  serviceTo: string | null;
  fxRate: string | null;
  advances: readonly AdvanceInput[];
}

/** A discount may not turn a positive line into a negative one. An amount that is too large to compute is refused elsewhere. */
function isBelowDiscount(
  { qty, unitPrice, baseQty, discount }: PricedDraft['lines'][number],
  currency: string,
) {
  if (discount === null || Number(qty) < 0) return false;
  try {
    return discount > lineNet({ qty, unitPrice, baseQty }, currency);
  } catch (error) {
    if (error instanceof AmountOverflow) return false;
    throw error;
  }
}

/** All errors of a draft, each on its field. */
function faultsOf(draft: CheckedDraft, facts: InvoiceFacts): FieldRefusals {
  const faults: FieldRefusals = {};
  const fault = (field: string, code: string) => (faults[field] ??= []).push({ code });
  if (draft.dueDate < draft.issueDate) fault('dueDate', 'DATE_BEFORE_ISSUE');
  if (draft.serviceFrom && draft.serviceTo && draft.serviceTo < draft.serviceFrom)
    fault('serviceTo', 'DATE_ORDER');
  if (draft.discountPct !== null && draft.discount !== null) fault('discount', 'EITHER_DISCOUNT');
  if (draft.currency === facts.baseCurrency && Number(draft.fxRate ?? 1) !== 1)
    fault('fxRate', 'FX_RATE_SAME_CURRENCY');
  const known = new Set(facts.taxCodes.map(({ id }) => id));
  if (
    draft.withholdingCodeId !== null &&
    !facts.withholdingCodes.some(({ id }) => id === draft.withholdingCodeId)
  )
    fault('withholdingCodeId', 'REFERENCE_UNKNOWN');
  draft.lines.forEach((line, row) => {
    if (line.discountPct !== null && line.discount !== null)
      fault(`lines.${row}.discount`, 'EITHER_DISCOUNT');
    else if (isBelowDiscount(line, draft.currency)) fault(`lines.${row}.discount`, 'DISCOUNT_EXCEEDS_LINE');
    if (!known.has(line.taxCodeId)) fault(`lines.${row}.taxCodeId`, 'REFERENCE_UNKNOWN');
  });
  draft.adjustments.forEach(({ taxCodeId }, row) => {
    if (!known.has(taxCodeId)) fault(`adjustments.${row}.taxCodeId`, 'REFERENCE_UNKNOWN');
  });
  return faults;
}

/**
 * The figures of a draft that may be stored. Refuses INPUT_INVALID with every field that is wrong, a negative total on
 * `lines`, and a `prepaid` above the total.
 */
export function priceDraft(draft: CheckedDraft, facts: InvoiceFacts): DocumentTotals {
  const faults = faultsOf(draft, facts);
  if (Object.keys(faults).length > 0) throw new Refusal('INPUT_INVALID', {}, faults);
  const totals = bookable(draft, facts);
  if (totals.total < 0) throw refuseField('INPUT_INVALID', 'lines', {}, 'TOTAL_NEGATIVE');
  if (totals.payable < 0) throw refuseField('INPUT_INVALID', 'prepaid', {}, 'PREPAID_EXCEEDS_TOTAL');
  return totals;
}

/** Refuses, on `lines`, figures that are too large to post. */
function bookable(draft: CheckedDraft, facts: InvoiceFacts): DocumentTotals {
  const { currency, fxRate } = draft;
  const rate = fxRate ?? '1';
  try {
    const totals = invoiceTotals(facts, draft);
    const amounts = [totals.total, ...totals.lines.flatMap(({ amount, gross }) => [amount, gross])];
    if (amounts.every((amount) => isBookable(amount, currency, facts.baseCurrency, rate))) return totals;
  } catch (error) {
    if (!(error instanceof AmountOverflow)) throw error;
  }
  throw refuseField('INPUT_INVALID', 'lines', { maximum: MAX_AMOUNT }, 'TOO_BIG');
}

/** Refuses a draft whose client or billing entity is inactive. */
export function checkActive(facts: InvoiceFacts): void {
  if (!facts.clientActive) throw refuseField('REFERENCE_UNKNOWN', 'clientId');
  if (!facts.entityActive) throw refuseField('REFERENCE_UNKNOWN', 'entityId');
}

/**
 * Checks what only the issue requires: no future date, a rate for a foreign currency, a prepaid amount that the
 * client's untaxed advances cover, and the rules of GST (docs/rules.md#place-of-supply-in-india) or VAT.
 * Returns null when the draft may be issued.
 */
export function refusalOfIssue(draft: CheckedDraft, facts: InvoiceFacts): Refusal | null {
  if (draft.issueDate > todayIn(facts.timezone))
    return refuseField('INPUT_INVALID', 'issueDate', {}, 'DATE_FUTURE');
  if (draft.currency !== facts.baseCurrency && draft.fxRate === null)
    return refuseField('INPUT_INVALID', 'fxRate', {}, 'REQUIRED');
  if (draft.prepaid > 0 && advancesOf(draft, facts.advances) === null) {
    const held = facts.advances.filter(({ currency }) => currency === draft.currency);
    const maximum = sum(held.map(({ available }) => minor(available)));
    const code = facts.hasTaxedAdvance ? 'PREPAID_TAXED' : 'PREPAID_NOT_HELD';
    return refuseField('INPUT_INVALID', 'prepaid', { maximum }, code);
  }
  const blocks = [...gstBlocks(draft, facts), ...vatBlocksOf(draft, facts)];
  const [block] = blocks;
  if (!block) return null;
  const fields = Object.fromEntries(blocks.map(({ rule, field }) => [field, [{ code: rule }]]));
  return new Refusal('TAX_REGIME_BLOCK', { rule: block.rule }, fields);
}

interface Block {
  rule: string;
  field: string;
}

const treatmentsOf = ({ taxCodes }: InvoiceFacts) =>
  new Map(taxCodes.map(({ id, treatment }) => [id, treatment]));

function gstBlocks(draft: CheckedDraft, facts: InvoiceFacts): Block[] {
  if (facts.supply === null) return [];
  const treatments = treatmentsOf(facts);
  return indiaBlocks({
    kind: facts.docKind,
    supply: facts.supply,
    entityGstin: facts.entityGstin,
    customerGstin: facts.customerGstin,
    lines: draft.lines.flatMap((line) => {
      const tax = treatments.get(line.taxCodeId);
      return tax ? [{ kind: line.kind, sac: line.sacHsn ?? undefined, tax }] : [];
    }),
  }).map(({ rule, row }) => ({ rule, field: row === undefined ? 'clientId' : `lines.${row}.sacHsn` }));
}

function vatBlocksOf(draft: CheckedDraft, facts: InvoiceFacts): Block[] {
  if (facts.vatBuyer === null) return [];
  const treatments = treatmentsOf(facts);
  const adjusted = draft.adjustments.map(({ taxCodeId }) => ({ kind: 'fee' as const, taxCodeId }));
  const parts = [...draft.lines, ...adjusted].flatMap(({ kind, taxCodeId }) => {
    const tax = treatments.get(taxCodeId);
    if (!tax) return [];
    const { category } = draft.reverseCharge ? underReverseCharge(tax) : tax;
    return [{ kind, category }];
  });
  const fieldAt = (row: number) =>
    row < draft.lines.length ? `lines.${row}.taxCodeId` : `adjustments.${row - draft.lines.length}.taxCodeId`;
  return vatBlocks({ country: facts.country, buyer: facts.vatBuyer, parts }).map(({ rule, row }) => ({
    rule,
    field: fieldAt(row),
  }));
}
