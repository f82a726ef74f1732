import { minor } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import type { Db } from '../../db/database.ts';
import { credit, debit, postEntry } from '../../ledger/post-entries.ts';

interface Disbursement {
  id: string;
  entityId: string;
  currency: string;
  /** Minor units. */
  amount: Minor;
}

/** A disbursement that will not be charged to the client is a loss of the firm and of the department that laid it out, posted on `date`. */
export async function giveUpDisbursement(
  db: Db,
  { id, entityId, currency, amount }: Disbursement,
  date: string,
): Promise<void> {
  const { departmentId } = await db
    .selectFrom('pendingItem as item')
    .innerJoin('expense', 'expense.id', 'item.sourceId')
    .select('expense.departmentId')
    .where('item.id', '=', id)
    .executeTakeFirstOrThrow();
  await postEntry(db, {
    entityId,
    date,
    source: { type: 'expense', id },
    currency,
    baseCurrency: currency,
    fxRate: '1',
    postings: [
      { ...debit('bad_debt', minor(amount)), departmentId },
      credit('client_reimbursable', minor(amount)),
    ],
  });
}
