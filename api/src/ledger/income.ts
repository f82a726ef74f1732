import { share, sum } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import { credit } from './post-entries.ts';
import type { Posting } from './post-entries.ts';

/** A fee, or a part of a charge or an allowance, of a department or of none. Without an account it belongs to the account of all fees. */
export interface Income {
  accountId: string | null;
  departmentId: string | null;
  net: Minor;
}

/**
 * Spreads a charge, or an allowance as a negative amount, over the fees of its document by net with the largest remainder
 * (docs/rules.md#the-ledger).
 */
export function spreadOver(fees: readonly Income[], amount: Minor): Income[] {
  const nets = fees.map(({ net }) => net);
  const unspread = { accountId: null, departmentId: null };
  if (sum(nets) === 0) return [{ ...unspread, net: amount }];
  return share(amount, nets).map((net, index) => ({ ...unspread, ...fees[index], net }));
}

/** Credits each account once for each department. */
export function incomePostings(income: readonly Income[]): Posting[] {
  const parts = Map.groupBy(income, ({ accountId, departmentId }) => `${accountId} ${departmentId}`);
  return [...parts.values()].map((part) => {
    const { accountId = null, departmentId = null } = part[0] ?? {};
    const amount = sum(part.map(({ net }) => net));
    return { ...credit(accountId === null ? 'income' : { id: accountId }, amount), departmentId };
  });
}
