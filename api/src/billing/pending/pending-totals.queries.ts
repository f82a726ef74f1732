import { sql } from 'kysely';
import type { Expression, RawBuilder, SqlBool } from 'kysely';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { mostReasons } from '@daybook/contracts/billing/pending/pending-totals';
import type { PendingTotal, pendingByClient } from '@daybook/contracts/billing/pending/pending-totals';
import type { Minor } from '@daybook/contracts/money/money';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { pageByKeyset, sortOf } from '../../db/keyset.ts';
import { matches } from '../../db/search.ts';
import { clientsOfPage, inScope } from '../../scope.ts';
import { totalSearched } from '../../document-search.ts';

type ListInput = ParsedInputOf<typeof pendingByClient.list>;
type Found = Pick<ListInput, 'q' | 'filter'>;
type Predicate = RawBuilder<SqlBool>;

/** A row of the list, before names are added. */
interface Work {
  id: string;
  whoId: string;
  groupId: string | null;
  clients: number;
  entityId: string;
  currency: string;
  items: number;
  amount: Minor;
  heldItems: number;
  heldAmount: Minor;
  oldestOn: string;
}

/** How a list of stored totals is read: its rows, and which pending items belong to a row. */
interface Kind {
  works: (visible: Predicate, input: Found) => RawBuilder<Work>;
  isItsItem: (user: CurrentUser) => Predicate;
  name: RawBuilder<string>;
}

const all = (conditions: readonly (Predicate | false)[]): Predicate =>
  sql<SqlBool>`${sql.join([sql`true`, ...conditions.filter((one) => one !== false)], sql` and `)}`;

const filtered = ({ entityId, currency, groupId }: Found['filter']): (Predicate | false)[] => [
  entityId !== undefined && sql<SqlBool>`kept.entity_id = ${entityId}`,
  currency !== undefined && sql<SqlBool>`kept.currency = ${currency}`,
  groupId !== undefined && sql<SqlBool>`kept.group_id = ${groupId}`,
];

const byClient: Kind = {
  works: (visible, { q, filter }) => sql<Work>`(
    select kept.id, kept.client_id as who_id, kept.group_id, 1 as clients, kept.entity_id,
      kept.currency, kept.items, kept.amount, kept.held_items, kept.held_amount, kept.oldest_on
    from pending_total kept join client on client.id = kept.client_id
    where ${all([visible, ...filtered(filter), Boolean(q) && matches('client', q ?? '')])})`,
  isItsItem: () => sql<SqlBool>`item.client_id = work.who_id`,
  name: sql`(select name from client where id = work.who_id)`,
};

const isOfGroups = (q: string) =>
  sql<SqlBool>`kept.group_id in (select client_group.id from client_group where ${matches('clientGroup', q)})`;

/** Summed for each page from the rows of the clients in the caller's scope; one index covers the query. */
const byGroup: Kind = {
  works: (visible, { q, filter }) => sql<Work>`(
    select md5(kept.group_id::text || kept.entity_id::text || kept.currency)::uuid as id, kept.group_id as who_id,
      null::uuid as group_id,
      count(*)::int as clients, kept.entity_id, kept.currency, sum(kept.items)::int as items,
      sum(kept.amount)::bigint as amount, sum(kept.held_items)::int as held_items,
      sum(kept.held_amount)::bigint as held_amount, min(kept.oldest_on) as oldest_on
    from pending_total kept
    where kept.group_id is not null and ${all([visible, ...filtered(filter), Boolean(q) && isOfGroups(q ?? '')])}
    group by kept.group_id, kept.entity_id, kept.currency)`,
  isItsItem: (user) =>
    sql<SqlBool>`item.client_id in (select member.id from client member where member.group_id = work.who_id
      and ${inScope.client(user, sql.ref('member.id'))})`,
  name: sql`(select name from client_group where id = work.who_id)`,
};

const ofClient: Expression<unknown> = sql.ref('kept.clientId');

const found = (db: Db, { works }: Kind, visible: Predicate, input: Found) =>
  db.selectFrom(works(visible, input).as('work'));

/** The pending amount by age, as of today in the billing entity's time zone, and the reasons for which items are held. */
const ofItems = (isIts: Predicate) => sql<{
  byAge: PendingTotal['byAge'];
  reasons: string[];
}>`(
  with item as materialized (
    select item.amount, item.hold_reason, (now() at time zone entity.timezone)::date - item.ready_on as days
    from pending_item item join billing_entity entity on entity.id = item.entity_id
    where ${isIts} and item.status in ('open', 'held') and item.entity_id = work.entity_id and item.currency = work.currency)
  select jsonb_build_object(
    'byAge', (select jsonb_build_object(
      'upTo30', coalesce(sum(amount) filter (where days <= 30), 0),
      'upTo60', coalesce(sum(amount) filter (where days between 31 and 60), 0),
      'upTo90', coalesce(sum(amount) filter (where days between 61 and 90), 0),
      'over90', coalesce(sum(amount) filter (where days > 90), 0)) from item),
    'reasons', (select coalesce(jsonb_agg(hold_reason order by sum desc, hold_reason), '[]') from (
      select hold_reason, sum(amount) from item where hold_reason is not null group by 1 order by 2 desc, 1
      limit ${sql.lit(mostReasons)}) reason)))`;

const named = (query: ReturnType<typeof found>, { isItsItem, name }: Kind, user: CurrentUser) =>
  query.selectAll('work').select([
    // Subqueries run only for the rows of the page; with joins, the planner would read all entities.
    name.as('whoName'),
    sql<string>`(select name from billing_entity where id = work.entity_id)`.as('entityName'),
    sql<string | null>`(select name from client_group where id = work.group_id)`.as('groupName'),
    ofItems(isItsItem(user)).as('ofItems'),
  ]);

type Row = Awaited<ReturnType<ReturnType<typeof named>['executeTakeFirstOrThrow']>>;

const shown = ({ ofItems: { byAge, reasons }, ...row }: Row): PendingTotal => ({
  id: row.id,
  who: { id: row.whoId, label: row.whoName },
  group: row.groupId ? { id: row.groupId, label: row.groupName ?? '' } : null,
  clients: row.clients,
  entity: { id: row.entityId, label: row.entityName },
  currency: row.currency,
  items: row.items,
  amount: row.amount,
  byAge,
  oldestOn: row.oldestOn,
  held: { items: row.heldItems, amount: row.heldAmount, reasons },
});

const ofId = { by: sql.ref('work.id'), of: (row: Row) => row.id };
const keysOf: Record<string, { by: Expression<unknown>; of: (row: Row) => string | number }[]> = {
  oldestOn: [{ by: sql.ref('work.oldestOn'), of: (row) => row.oldestOn }, ofId],
  amount: [
    { by: sql.ref('work.currency'), of: (row) => row.currency },
    { by: sql.ref('work.amount'), of: (row) => row.amount },
    ofId,
  ],
};

async function listWaiting(db: Db, user: CurrentUser, kind: Kind, input: ListInput) {
  const { name, descending } = sortOf(input.sort);
  const visible = (await clientsOfPage(db, user, ofClient)).visible;
  const query = named(found(db, kind, visible, input), kind, user);
  const page = await pageByKeyset(query, keysOf[name] ?? [ofId], descending, input);
  return { ...page, rows: page.rows.map(shown) };
}

const totalWaiting = (db: Db, user: CurrentUser, kind: Kind, input: Found) =>
  totalSearched(
    db,
    undefined,
    {
      id: sql.ref('work.id'),
      clientId: sql.ref('work.whoId'),
      own: () => [],
      rows: (visible) => found(db, kind, visible, input),
      visible: inScope.client(user, ofClient),
      ofClients: (clientId) => inScope.client(user, clientId),
    },
    (rows) =>
      rows.select(['work.currency', 'work.amount', sql<Minor>`work.amount - work.held_amount`.as('open')]),
  );

export const listWaitingClients = (db: Db, user: CurrentUser, input: ListInput) =>
  listWaiting(db, user, byClient, input);
export const totalWaitingClients = (db: Db, user: CurrentUser, input: ListInput) =>
  totalWaiting(db, user, byClient, input);
export const listWaitingGroups = (db: Db, user: CurrentUser, input: ListInput) =>
  listWaiting(db, user, byGroup, input);
export const totalWaitingGroups = (db: Db, user: CurrentUser, input: ListInput) =>
  totalWaiting(db, user, byGroup, input);
