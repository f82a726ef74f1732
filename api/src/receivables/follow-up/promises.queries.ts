import { sql } from 'kysely';
import type { Expression, SqlBool } from 'kysely';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { Reference } from '@daybook/contracts/fields';
import type { Promised, promises } from '@daybook/contracts/receivables/follow-up/promises';
import { Refusal } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { pageByKeyset, sortOf, totalOf } from '../../db/keyset.ts';
import { matches } from '../../db/search.ts';
import { whereGiven } from '../../db/where-given.ts';
import { clientsOfPage, inScope } from '../../scope.ts';

type ListInput = ParsedInputOf<typeof promises.list>;

const ofClient = sql.ref('promise.clientId');
const responsible = sql<string>`coalesce(held.responsible_id, client.crm_id)`;

const found = (db: Db, visible: Expression<SqlBool>, { q, filter }: Pick<ListInput, 'q' | 'filter'>) =>
  whereGiven(
    db
      .selectFrom('promise')
      .innerJoin('client', 'client.id', 'promise.clientId')
      .leftJoin('clientFollowUp as held', 'held.clientId', 'promise.clientId')
      .where(visible),
    { ...filter, q },
    {
      state: 'promise.state',
      clientId: 'promise.clientId',
      entityId: 'promise.entityId',
      currency: 'promise.currency',
      responsibleId: (id, eb) => eb(responsible, '=', id),
      dueFrom: ['>=', 'promise.dueOn'],
      dueTo: ['<=', 'promise.dueOn'],
      q: (text) => matches('client', text),
    },
  );

const reference = (id: string, label: string) =>
  sql<Reference | null>`case when ${sql.ref(id)} is not null
    then jsonb_build_object('id', ${sql.ref(id)}, 'label', ${sql.ref(label)}) end`;

const withDetails = (query: ReturnType<typeof found>) =>
  query
    .leftJoin('billingEntity as entity', 'entity.id', 'promise.entityId')
    .leftJoin('appUser as author', 'author.id', 'promise.createdBy')
    .select([
      'promise.id',
      sql<Reference>`jsonb_build_object('id', client.id, 'label', client.name)`.as('client'),
      sql<Promised['state']>`promise.state`.as('state'),
      'promise.since',
      'promise.promisedOn',
      reference('author.id', 'author.name').as('by'),
      reference('entity.id', 'entity.name').as('entity'),
      'promise.currency',
      'promise.amount',
      'promise.received',
      sql<
        Promised['instalments']
      >`(select jsonb_agg(jsonb_build_object('dueOn', part.due_on, 'amount', part.amount)
          order by part.no)
        from promise_instalment part where part.promise_id = promise.id)`.as('instalments'),
      sql<
        Reference[]
      >`coalesce((select jsonb_agg(jsonb_build_object('id', state.invoice_id, 'label', state.number)
          order by state.due_date, state.invoice_id)
        from promise_invoice named join invoice_state state on state.invoice_id = named.invoice_id
        where named.promise_id = promise.id), '[]')`.as('invoices'),
      'promise.dueOn',
      'promise.paidLateOn',
      sql<Reference>`(select jsonb_build_object('id', person.id, 'label', person.name) from app_user person
        where person.id = ${responsible})`.as('responsible'),
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof withDetails>['executeTakeFirstOrThrow']>>;

const keys = [
  { by: sql.ref('promise.dueOn'), of: (row: Row) => row.dueOn },
  { by: sql.ref('promise.id'), of: (row: Row) => row.id },
];

export async function listPromises(db: Db, user: CurrentUser, input: ListInput) {
  const { visible } = await clientsOfPage(db, user, ofClient);
  return pageByKeyset(withDetails(found(db, visible, input)), keys, sortOf(input.sort).descending, input);
}

export const countPromises = (db: Db, user: CurrentUser, input: ListInput) =>
  totalOf(db, found(db, inScope.client(user, ofClient), input));

const visible = (db: Db, user: CurrentUser) =>
  withDetails(found(db, inScope.client(user, ofClient), { filter: {} }));

/** Refuses NOT_FOUND, including for the promise of a client outside the scope. */
export async function getPromise(db: Db, user: CurrentUser, id: string) {
  const row = await visible(db, user).where('promise.id', '=', id).executeTakeFirst();
  if (!row) throw new Refusal('NOT_FOUND');
  return row;
}

/** The open and the broken promises of a client, latest first. */
export const openPromisesOf = (db: Db, user: CurrentUser, clientId: string) =>
  visible(db, user)
    .where('promise.clientId', '=', clientId)
    .where('promise.state', 'in', ['open', 'broken'])
    .orderBy('promise.createdAt', 'desc')
    .orderBy('promise.id', 'desc')
    .limit(20)
    .execute();
