import { NOTHING, add, share, sum } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import { credit } from './post-entries.ts';
import type { Posting } from './post-entries.ts';

/** A fee, or a part of a charge or an allowance. Without an account it belongs to the account of all fees. */
export interface Income {
  accountId: string | null;
  net: Minor;
}

/**
 * Spreads a charge, or an allowance as a negative amount, over the fees of its document by net with the largest remainder
 * (docs/rules.md#the-ledger).
 */
export function spreadOver(fees: readonly Income[], amount: Minor): Income[] {
  const nets = fees.map(({ net }) => net);
  if (sum(nets) === 0) return [{ accountId: null, net: amount }];
  return share(amount, nets).map((net, index) => ({ accountId: null, ...fees[index], net }));
}

/** Credits each account once. */
export function incomePostings(income: readonly Income[]): Posting[] {
  const byAccount = new Map<string | null, Minor>();
  for (const { accountId, net } of income)
    byAccount.set(accountId, add(byAccount.get(accountId) ?? NOTHING, net));
  return [...byAccount].map(([id, amount]) => credit(id === null ? 'income' : { id }, amount));
}
