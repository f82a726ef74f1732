import { refuseField } from '@daybook/contracts/refusals';
import type { Db } from '../../db/database.ts';
import { receiptBasis } from './receipt-basis.ts';

/** The account that the money was paid from; null for cash. Refuses an account of another billing entity on `bankAccountId`. */
export async function paidFrom(
  db: Db,
  entityId: string,
  { mode, bankAccountId }: { mode: string; bankAccountId: string | null },
): Promise<string | null> {
  if (bankAccountId === null || mode === 'cash') return null;
  const { bankAccounts = [] } = (await receiptBasis(db, entityId)) ?? {};
  if (!bankAccounts.some((account) => account.id === bankAccountId))
    throw refuseField('INPUT_INVALID', 'bankAccountId', {}, 'REFERENCE_UNKNOWN');
  return bankAccountId;
}
