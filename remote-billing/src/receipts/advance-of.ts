import { NOTHING } from '@daybook/contracts/money/money';
import { check, sourceOf, type AllocationValue } from '../common/proposal.ts';
import { withoutByHand } from './use-proposal.ts';

/** The part of the typed money that no invoice uses; zero if more is allocated than there is. */
export function advanceOf(typed: Record<string, unknown>) {
  const { currency, allocations } = typed as { currency?: string | null; allocations?: AllocationValue[] };
  const { advance } = check(sourceOf(typed, '', currency ?? ''), [], allocations ?? []);
  return advance > 0 ? advance : NOTHING;
}

/** The request of a receipt form. Without an advance, the voucher fields are reset, although the form still contains what was typed. */
export function receiptSent(typed: Record<string, unknown>): Record<string, unknown> {
  const sent = withoutByHand(typed);
  if (advanceOf(typed) > 0) return sent;
  return { ...sent, voucherKind: 'receipt', advanceTaxCodeId: null, placeOfSupply: null };
}
