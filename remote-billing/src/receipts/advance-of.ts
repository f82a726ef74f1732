import { NOTHING } from '@daybook/contracts/money/money';
import { check, sourceOf, type AllocationValue } from '../common/proposal.ts';
import { withoutByHand } from './use-proposal.ts';

/** What no invoice uses of the money that a receipt form holds; nothing when more is allocated than there is. */
export function advanceOf(typed: Record<string, unknown>) {
  const { currency, allocations } = typed as { currency?: string | null; allocations?: AllocationValue[] };
  const { advance } = check(sourceOf(typed, '', currency ?? ''), [], allocations ?? []);
  return advance > 0 ? advance : NOTHING;
}

/** What is sent of a receipt form: nothing of a voucher while nothing goes to advance, though the form still has what was typed. */
export function receiptSent(typed: Record<string, unknown>): Record<string, unknown> {
  const sent = withoutByHand(typed);
  if (advanceOf(typed) > 0) return sent;
  return { ...sent, voucherKind: 'receipt', advanceTaxCodeId: null, placeOfSupply: null };
}
