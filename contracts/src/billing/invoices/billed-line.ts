import type { TaxCategory } from '../../money/tax-split.ts';

type Kind = 'fee' | 'disbursement';

/** Whether a line bills a disbursement: its amount must stay exactly as paid, and outside tax. */
export const isAsItWasPaid = (line: {
  kind?: Kind | undefined;
  pendingItemId?: string | null | undefined;
}): boolean => line.kind === 'disbursement' && Boolean(line.pendingItemId);

/** Category O marks what is not a supply of the firm, so it is not taxed. */
export const isOutsideTax = ({ category }: { category: TaxCategory }): boolean => category === 'O';

/** The fields of a line that differ from the pending item it bills, each with its code: AS_IT_WAS_PAID or NOT_PAID_FOR_CLIENT. */
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
