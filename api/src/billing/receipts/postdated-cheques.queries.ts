import { sql } from 'kysely';
import type { Expression, SqlBool } from 'kysely';
import type {
  PostdatedCheque,
  postdatedCheques,
} from '@daybook/contracts/billing/receipts/postdated-cheques';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { Reference } from '@daybook/contracts/fields';
import { Refusal } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { pageByKeyset, sortOf, totalOf } from '../../db/keyset.ts';
import { matches } from '../../db/search.ts';
import { whereGiven } from '../../db/where-given.ts';
import { clientsOfPage, inScope } from '../../scope.ts';

const ofClient = sql.ref('postdatedCheque.clientId');

type ListInput = ParsedInputOf<typeof postdatedCheques.list>;

const found = (db: Db, visible: Expression<SqlBool>, { q, filter }: Pick<ListInput, 'q' | 'filter'>) =>
  whereGiven(
    db.selectFrom('postdatedCheque').where(visible),
    { ...filter, q },
    {
      status: 'postdatedCheque.status',
      clientId: 'postdatedCheque.clientId',
      entityId: 'postdatedCheque.entityId',
      currency: 'postdatedCheque.currency',
      from: ['>=', 'postdatedCheque.dueOn'],
      to: ['<=', 'postdatedCheque.dueOn'],
      q: (text) => matches('postdatedCheque', text),
    },
  );

const withNames = (query: ReturnType<typeof found>) =>
  query
    .innerJoin('client', 'client.id', 'postdatedCheque.clientId')
    .innerJoin('billingEntity', 'billingEntity.id', 'postdatedCheque.entityId')
    .leftJoin('receipt', 'receipt.id', 'postdatedCheque.receiptId')
    .select([
      'postdatedCheque.id',
      'postdatedCheque.version',
      sql<PostdatedCheque['status']>`postdated_cheque.status`.as('status'),
      'postdatedCheque.dueOn',
      'postdatedCheque.currency',
      'postdatedCheque.amount',
      'postdatedCheque.instrumentNo',
      'postdatedCheque.instrumentBank',
      sql<PostdatedCheque['failure']>`postdated_cheque.failure`.as('failure'),
      sql<Reference>`jsonb_build_object('id', client.id, 'label', client.name)`.as('client'),
      sql<Reference>`jsonb_build_object('id', billing_entity.id, 'label', billing_entity.name)`.as('entity'),
      sql<Reference | null>`case when receipt.id is not null
        then jsonb_build_object('id', receipt.id, 'label', receipt.number) end`.as('receipt'),
    ]);

export async function listPostdated(db: Db, user: CurrentUser, input: ListInput) {
  const keys = [
    { by: sql.ref('postdatedCheque.dueOn'), of: (row: PostdatedCheque) => row.dueOn },
    { by: sql.ref('postdatedCheque.id'), of: (row: PostdatedCheque) => row.id },
  ];
  const { visible } = await clientsOfPage(db, user, ofClient);
  const { descending } = sortOf(input.sort);
  return pageByKeyset(withNames(found(db, visible, input)), keys, descending, input);
}

export const countPostdated = (db: Db, user: CurrentUser, input: ListInput) =>
  totalOf(db, found(db, inScope.client(user, ofClient), input));

/** Refuses NOT_FOUND, including for a cheque outside the scope. */
export async function getPostdated(db: Db, user: CurrentUser, id: string): Promise<PostdatedCheque> {
  const row = await withNames(found(db, inScope.client(user, ofClient), { filter: {} }))
    .where('postdatedCheque.id', '=', id)
    .executeTakeFirst();
  if (!row) throw new Refusal('NOT_FOUND');
  return row;
}
