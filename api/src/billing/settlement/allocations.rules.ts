import { minor, proportion, subtract } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import { settle } from '@daybook/contracts/money/settlement';
import type { AllocationRefusal, OpenDocument, SettlementSource } from '@daybook/contracts/money/settlement';
import { Refusal, refuseField } from '@daybook/contracts/refusals';
import type { FieldRefusals, RefusalCode } from '@daybook/contracts/refusals';

/** An invoice that can be settled. */
export interface AllocationTarget extends OpenDocument {
  clientId: string;
  /** The carrying amount in receivables, in the base currency at the invoice's rate. */
  carried: Minor;
  /** The last day on which something that had settled it was taken back. */
  releasedOn: string | null;
}

/** A receipt or credit note, or what is left of it. */
export interface AllocationSource extends SettlementSource {
  /** The available amount, in the base currency at the receipt's rate. */
  carried: Minor;
  date: string;
  releasedOn: string | null;
}

export interface PlannedAllocation {
  invoiceId: string;
  /** The client of the invoice. */
  clientId: string;
  amount: Minor;
  withheldPart: Minor;
  invoiceBase: Minor;
  receiptBase: Minor;
  allocatedOn: string;
}

interface AllocationInput {
  invoiceId: string;
  amount: Minor;
}

/**
 * The settlement of each row. In the base currency, a row takes its share of what invoice and receipt still carry, so
 * the last row clears both to zero. It is dated on the first day, not before `onDay`, on which both exist and amounts
 * taken back earlier are free again; as of any day, neither side is therefore used twice. Refuses each row that does
 * not fit.
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

/** An undo is dated neither before what it undoes nor in the future. Refuses on `date`. */
export function checkUndoDate(date: string, earliest: string, today: string): void {
  if (date < earliest) throw refuseField('INPUT_INVALID', 'date', { earliest }, 'DATE_TOO_EARLY');
  if (date > latest(today, earliest)) throw refuseField('INPUT_INVALID', 'date', {}, 'DATE_FUTURE');
}
