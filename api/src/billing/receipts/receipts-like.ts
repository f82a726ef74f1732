import { sql } from 'kysely';
import type { receipts } from '@daybook/contracts/billing/receipts/receipts';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { inScope } from '../../scope.ts';

/** The warning names this many receipts at most. */
const limit = 3;

type Asked = ParsedInputOf<typeof receipts.sameReference>;

const toClient = <Row extends { clientId: string; clientName: string }>({
  clientId: id,
  clientName: label,
  ...row
}: Row) => ({ ...row, client: { id, label } });

/**
 * The latest receipts that may be the same payment, without bounced and reversed ones. A transfer may have been entered for
 * another billing entity.
 */
export const receiptsLike = async (
  db: Db,
  user: CurrentUser,
  { entityId, clientId, mode, reference }: Asked,
) => {
  const rows = await db
    .selectFrom('receipt')
    .innerJoin('receiptState as state', 'state.receiptId', 'receipt.id')
    .innerJoin('client', 'client.id', 'receipt.clientId')
    .select([
      'receipt.id',
      'receipt.number',
      'receipt.receiptDate',
      'receipt.clientId',
      'client.name as clientName',
      'receipt.currency',
      'receipt.amount',
    ])
    .where('receipt.mode', '=', mode)
    .$if(mode === 'cheque', (query) =>
      query
        .where('receipt.entityId', '=', entityId)
        .where('receipt.clientId', '=', clientId)
        .where('receipt.instrumentNo', '=', reference),
    )
    .$if(mode !== 'cheque', (query) => query.where('receipt.reference', '=', reference))
    .where('state.status', '=', 'posted')
    .where(inScope.client(user, sql.ref('receipt.clientId')))
    .orderBy('receipt.receiptDate', 'desc')
    .orderBy('receipt.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(toClient);
};

/** The client's post-dated cheques with the same number. */
export const waitingLike = async (
  db: Db,
  user: CurrentUser,
  { entityId, clientId, mode, reference }: Asked,
) => {
  if (mode !== 'cheque') return [];
  const rows = await db
    .selectFrom('postdatedCheque as cheque')
    .innerJoin('client', 'client.id', 'cheque.clientId')
    .select([
      'cheque.id',
      'cheque.dueOn',
      'cheque.clientId',
      'client.name as clientName',
      'cheque.currency',
      'cheque.amount',
    ])
    .where('cheque.entityId', '=', entityId)
    .where('cheque.clientId', '=', clientId)
    .where('cheque.instrumentNo', '=', reference)
    .where('cheque.status', '=', 'waiting')
    .where(inScope.client(user, sql.ref('cheque.clientId')))
    .orderBy('cheque.dueOn')
    .orderBy('cheque.id')
    .limit(limit)
    .execute();
  return rows.map(toClient);
};
