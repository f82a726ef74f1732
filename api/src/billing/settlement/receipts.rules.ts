import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { MAX_AMOUNT, isBookable, minor, proportion, subtract } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import { settle, settlingAmount } from '@daybook/contracts/money/settlement';
import type { AllocationRefusal, OpenDocument, SettlementSource } from '@daybook/contracts/money/settlement';
import { Refusal, refuseField } from '@daybook/contracts/refusals';
import type { FieldRefusals, RefusalCode } from '@daybook/contracts/refusals';

type NewReceipt = Omit<ParsedInputOf<typeof receipts.create>, 'id'>;

interface Receiving {
  baseCurrency: string;
  /** Where the entity is. */
  today: string;
  bankAccounts: readonly { id: string }[];
}

/** Everything that is wrong with a receipt apart from its allocations, each on its field: refuses INPUT_INVALID. */
export function checkReceipt(input: NewReceipt, { baseCurrency, today, bankAccounts }: Receiving): void {
  const faults: FieldRefusals = {};
  const fault = (field: string, code: string, params?: Record<string, number>) =>
    (faults[field] ??= []).push(params ? { code, params } : { code });
  // A cheque of a later day is kept until then.
  if (input.receiptDate > today) fault('receiptDate', input.mode === 'cheque' ? 'POST_DATED' : 'DATE_FUTURE');
  if (input.mode === 'cheque') {
    for (const field of ['instrumentNo', 'instrumentBank', 'instrumentDate'] as const)
      if (input[field] === null) fault(field, 'REQUIRED');
    if (input.instrumentDate !== null && input.instrumentDate > today) fault('instrumentDate', 'POST_DATED');
  }
  if (input.amount + input.withheld === 0) fault('amount', 'REQUIRED');
  if (input.mode === 'adjustment') {
    if (input.amount > 0) fault('amount', 'TOO_BIG', { maximum: 0 });
    if (input.bankCharge > 0) fault('bankCharge', 'TOO_BIG', { maximum: 0 });
  }
  if (input.currency === baseCurrency && Number(input.fxRate ?? 1) !== 1)
    fault('fxRate', 'FX_RATE_SAME_CURRENCY');
  if (input.currency !== baseCurrency && input.fxRate === null) fault('fxRate', 'REQUIRED');
  const settled = settlingAmount({
    amount: minor(input.amount),
    withheld: minor(input.withheld),
    bankCharge: minor(input.bankCharge),
  });
  if (!isBookable(settled, input.currency, baseCurrency, input.fxRate ?? '1'))
    fault('amount', 'TOO_BIG', { maximum: MAX_AMOUNT });
  if (input.bankAccountId !== null && !bankAccounts.some(({ id }) => id === input.bankAccountId))
    fault('bankAccountId', 'REFERENCE_UNKNOWN');
  if (Object.keys(faults).length > 0) throw new Refusal('INPUT_INVALID', {}, faults);
}

/** An invoice that money may settle. */
export interface AllocationTarget extends OpenDocument {
  clientId: string;
  /** What receivables still carry of it in the base currency, at its own rate. */
  carried: Minor;
  /** The last day on which something that had settled it was taken back. */
  releasedOn: string | null;
}

/** A receipt, or what is left of it. */
export interface AllocationSource extends SettlementSource {
  /** What is available, in the base currency at the receipt's rate. */
  carried: Minor;
  date: string;
  releasedOn: string | null;
}

export interface PlannedAllocation {
  invoiceId: string;
  /** Whose invoice it is. */
  clientId: string;
  amount: Minor;
  withheldPart: Minor;
  invoiceBase: Minor;
  receiptBase: Minor;
  allocatedOn: string;
}

interface AllocationInput {
  invoiceId: string;
  amount: number;
}

/**
 * What each row settles. In the base currency a row takes its share of what invoice and receipt still carry, so that
 * the last one clears both to nothing. It is dated when both stand and what was taken back is free again, or later
 * (`onDay`): as of any day neither side is used twice. Refuses each row that does not fit.
 */
export function planAllocations(
  source: AllocationSource,
  targets: readonly AllocationTarget[],
  rows: readonly AllocationInput[],
  onDay: string,
): PlannedAllocation[] {
  const wanted = rows.map(({ invoiceId, amount }) => ({ targetId: invoiceId, amount: minor(amount) }));
  const result = settle(source, targets, wanted);
  if (!result.ok) throw refuseAllocations(result.refusals);
  const open = new Map(targets.map((target) => [target.id, { ...target }]));
  const rest = { available: source.available, carried: source.carried };
  return result.settlement.rows.flatMap(({ targetId, amount, withheldPart }) => {
    const target = open.get(targetId);
    if (!target) return [];
    const invoiceBase = proportion(target.carried, amount, target.outstanding);
    const receiptBase = proportion(rest.carried, amount, rest.available);
    target.carried = subtract(target.carried, invoiceBase);
    target.outstanding = subtract(target.outstanding, amount);
    rest.carried = subtract(rest.carried, receiptBase);
    rest.available = subtract(rest.available, amount);
    const allocatedOn = latest(source.date, source.releasedOn, target.issueDate, target.releasedOn, onDay);
    const { clientId } = target;
    return [{ invoiceId: targetId, clientId, amount, withheldPart, invoiceBase, receiptBase, allocatedOn }];
  });
}

export const latest = (...days: (string | null)[]): string =>
  days.reduce<string>((last, day) => (day !== null && day > last ? day : last), '');

const codeOf: Record<AllocationRefusal['code'], RefusalCode> = {
  ALLOC_EXCEEDS_SOURCE: 'ALLOC_EXCEEDS_SOURCE',
  ALLOC_EXCEEDS_TARGET: 'ALLOC_EXCEEDS_TARGET',
  ALLOC_TARGET_UNKNOWN: 'REFERENCE_UNKNOWN',
  ALLOC_AMOUNT: 'INPUT_INVALID',
  CURRENCY_MISMATCH: 'CURRENCY_MISMATCH',
  ENTITY_MISMATCH: 'ENTITY_MISMATCH',
};

function refuseAllocations(refusals: readonly AllocationRefusal[]): Refusal {
  const fields: FieldRefusals = {};
  for (const { row, code } of refusals) {
    (fields[`allocations.${row}.amount`] ??= []).push({ code: codeOf[code] });
  }
  const [code = 'INPUT_INVALID', ...others] = new Set(refusals.map((refusal) => codeOf[refusal.code]));
  return new Refusal(others.length === 0 ? code : 'INPUT_INVALID', {}, fields);
}

/** Something is undone on a day that is not before what it undoes and not to come. Refuses on `date`. */
export function checkUndoDate(date: string, earliest: string, today: string): void {
  if (date < earliest) throw refuseField('INPUT_INVALID', 'date', { earliest }, 'DATE_TOO_EARLY');
  if (date > latest(today, earliest)) throw refuseField('INPUT_INVALID', 'date', {}, 'DATE_FUTURE');
}
