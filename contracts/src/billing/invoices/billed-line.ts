import type { TaxCategory } from '../../money/tax-split.ts';

type Kind = 'fee' | 'disbursement';

/** Whether a line bills what was paid in the client's name: it stays at the amount, and outside tax, as it was paid. */
export const isAsItWasPaid = (line: {
  kind?: Kind | undefined;
  pendingItemId?: string | null | undefined;
}): boolean => line.kind === 'disbursement' && Boolean(line.pendingItemId);

/** What the firm itself does not supply, it does not tax. */
export const isOutsideTax = ({ category }: { category: TaxCategory }): boolean => category === 'O';

/** What of a line is other than the waiting item that it bills: each field with its code. */
export function faultsOfBilling(
  line: { kind: Kind; amount: number; category: TaxCategory },
  item: { kind: Kind; amount: number },
): [field: 'kind' | 'unitPrice' | 'taxCodeId', code: 'AS_IT_WAS_PAID' | 'NOT_PAID_FOR_CLIENT'][] {
  if (line.kind !== item.kind)
    return [['kind', item.kind === 'disbursement' ? 'AS_IT_WAS_PAID' : 'NOT_PAID_FOR_CLIENT']];
  if (item.kind === 'fee') return [];
  return [
    ...(line.amount === item.amount ? [] : [['unitPrice', 'AS_IT_WAS_PAID'] as const]),
    ...(isOutsideTax(line) ? [] : [['taxCodeId', 'AS_IT_WAS_PAID'] as const]),
  ].map(([field, code]) => [field, code]);
}
