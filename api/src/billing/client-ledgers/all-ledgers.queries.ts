import { sql } from 'kysely';
import type { Expression, RawBuilder, SqlBool } from 'kysely';
import type {
  allLedgers,
  LedgerRow,
  LedgersTotal,
} from '@daybook/contracts/billing/client-ledgers/all-ledgers';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { totalCap } from '@daybook/contracts/lists';
import type { Minor } from '@daybook/contracts/money/money';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { pageByKeyset, sortOf } from '../../db/keyset.ts';
import { matches } from '../../db/search.ts';
import { whereGiven } from '../../db/where-given.ts';
import { clientsOfPage, inScope } from '../../scope.ts';
import { lastDayOf } from '../documents/report-days.rules.ts';
import { allBalances, balancesOfClient } from './ledger-balances.ts';
import type { LedgerBalance, Period } from './ledger-balances.ts';

type ListInput = ParsedInputOf<typeof allLedgers.list>;
type Found = Pick<ListInput, 'q' | 'filter'>;

const periodOf = ({ from, to }: Found['filter']): Period => ({ from, to: lastDayOf(to) });

/** The clients whose ledgers are asked for. */
const clientsFound = (db: Db, visible: Expression<SqlBool>, { q, filter }: Found) =>
  whereGiven(
    db.selectFrom('client').where(visible),
    { groupId: filter.groupId, crmId: filter.crmId, q },
    { groupId: 'client.groupId', crmId: 'client.crmId', q: (text) => matches('client', text) },
  );

const isAsked = ({ entityId, currency, withBalance }: Found['filter']): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.join(
    [
      ...(entityId === undefined ? [] : [sql`ledger.entity_id = ${entityId}`]),
      ...(currency === undefined ? [] : [sql`ledger.currency = ${currency}`]),
      ...(withBalance ? [sql`ledger.closing <> 0`] : []),
      sql`true`,
    ],
    sql` and `,
  )}`;

/** The ledgers with their clients. In the order of names, each client's ledgers are summed as the page reaches the client. */
const inOrderOfNames = (db: Db, visible: Expression<SqlBool>, input: Found) =>
  clientsFound(db, visible, input)
    .innerJoinLateral(
      () => balancesOfClient(periodOf(input.filter), sql.ref('client.id')).as('ledger'),
      (join) => join.onTrue(),
    )
    .where(isAsked(input.filter));

/** In the order of balances, and for sums, all ledgers are summed together. */
const summedTogether = (db: Db, user: CurrentUser, input: Found) => {
  const { q, filter } = input;
  const isNarrow =
    user.scope !== 'all' || Boolean(q) || filter.groupId !== undefined || filter.crmId !== undefined;
  const theirs = clientsFound(db, inScope.client(user, sql.ref('client.id')), input).select('client.id');
  return allBalances(
    periodOf(filter),
    isNarrow ? sql<SqlBool>`client_id in (${theirs})` : sql<SqlBool>`true`,
  );
};

const ordered = (db: Db, user: CurrentUser, input: Found) =>
  db
    .selectFrom('client')
    .innerJoin(summedTogether(db, user, input).as('ledger'), 'ledger.clientId', 'client.id')
    .where(isAsked(input.filter));

const id = sql<string>`md5(client.id::text || ledger.entity_id::text || ledger.currency)::uuid`;

const withNames = (query: ReturnType<typeof ordered>) =>
  query.select([
    id.as('id'),
    'client.id as clientId',
    'client.name as clientName',
    'client.sortName',
    'client.code',
    'client.crmId',
    'client.groupId',
    'ledger.entityId',
    'ledger.currency',
    'ledger.opening',
    'ledger.debit',
    'ledger.credit',
    'ledger.closing',
    // Subqueries run only for the rows of the page; with joins, the planner would read all of them.
    sql<string>`(select name from app_user where id = client.crm_id)`.as('crmName'),
    sql<string | null>`(select name from client_group where id = client.group_id)`.as('groupName'),
    sql<string>`(select name from billing_entity where id = ledger.entity_id)`.as('entityName'),
  ]);

type Row = Awaited<ReturnType<ReturnType<typeof withNames>['executeTakeFirstOrThrow']>>;

const shown = (row: Row): LedgerRow => ({
  id: row.id,
  client: { id: row.clientId, label: row.clientName },
  code: row.code,
  crm: { id: row.crmId, label: row.crmName },
  group: row.groupId ? { id: row.groupId, label: row.groupName ?? '' } : null,
  entity: { id: row.entityId, label: row.entityName },
  currency: row.currency,
  opening: row.opening,
  debit: row.debit,
  credit: row.credit,
  closing: row.closing,
});

const ofId = { by: id, of: (row: Row) => row.id };
const byName = [
  { by: sql`client.sort_name collate "und-x-icu"`, of: (row: Row) => row.sortName },
  { by: sql.ref('client.id'), of: (row: Row) => row.clientId },
  ofId,
];
const byBalance = [
  { by: sql.ref('ledger.currency'), of: (row: Row) => row.currency },
  { by: sql.ref('ledger.closing'), of: (row: Row) => row.closing },
  ofId,
];

export async function listLedgers(db: Db, user: CurrentUser, input: ListInput) {
  const { name, descending } = sortOf(input.sort);
  const page =
    name === 'name'
      ? await pageByKeyset(
          withNames(inOrderOfNames(db, (await clientsOfPage(db, user, sql.ref('client.id'))).visible, input)),
          byName,
          descending,
          input,
        )
      : await pageByKeyset(withNames(ordered(db, user, input)), byBalance, descending, input);
  return { ...page, rows: page.rows.map(shown) };
}

const sum = (of: keyof LedgerBalance) => sql<Minor>`sum(${sql.ref(`ledger.${of}`)})::bigint`.as(of);

/** The number of ledgers found, and their sums by currency. */
export async function totalLedgers(db: Db, user: CurrentUser, input: Found): Promise<LedgersTotal> {
  const sums = await db
    .selectFrom(summedTogether(db, user, input).as('ledger'))
    .where(isAsked(input.filter))
    .select(['ledger.currency', sql<number>`count(*)::int`.as('ledgers')])
    .select([sum('opening'), sum('debit'), sum('credit'), sum('closing')])
    .groupBy('ledger.currency')
    .orderBy('ledger.currency')
    .execute();
  const total = sums.reduce((count, { ledgers }) => count + ledgers, 0);
  return {
    total: Math.min(total, totalCap),
    isCapped: total > totalCap,
    sums: sums.map(({ ledgers: _ledgers, ...one }) => one),
  };
}
