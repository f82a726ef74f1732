import { sql } from 'kysely';
import type { Expression, RawBuilder, SqlBool } from 'kysely';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { pendingInvoices } from '@daybook/contracts/billing/pending/pending-invoices';
import { canonicalDecimal } from '@daybook/contracts/money/decimal';
import type { PendingItem } from '@daybook/contracts/billing/pending/pending-invoices';
import { Refusal } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { pageByKeyset, sortOf } from '../../db/keyset.ts';
import { whereGiven } from '../../db/where-given.ts';
import { allOfClients, clientsOfPage, inScope, ofRow } from '../../scope.ts';
import type { PageScope } from '../../scope.ts';
import { totalSearched, accessPaths } from '../../document-search.ts';
import { ofPendingItem } from '../documents/own-texts.ts';

const ofClient = sql.ref('pendingItem.clientId');

type ListInput = ParsedInputOf<typeof pendingInvoices.list>;

const found = (db: Db, visible: Expression<SqlBool>, { filter }: Pick<ListInput, 'filter'>) =>
  whereGiven(db.selectFrom('pendingItem').where(visible), filter, {
    status: 'pendingItem.status',
    clientId: 'pendingItem.clientId',
    groupId: (groupId) =>
      sql<SqlBool>`pending_item.client_id in (select id from client where group_id = ${groupId})`,
    entityId: 'pendingItem.entityId',
    currency: 'pendingItem.currency',
  });

const withNames = (query: ReturnType<typeof found>) =>
  query
    .innerJoin('client', 'client.id', 'pendingItem.clientId')
    .leftJoin('clientGroup', 'clientGroup.id', 'client.groupId')
    .innerJoin('billingEntity', 'billingEntity.id', 'pendingItem.entityId')
    .innerJoin('taxCode', 'taxCode.id', 'pendingItem.taxCodeId')
    .leftJoin('service', 'service.id', 'pendingItem.serviceId')
    .selectAll('pendingItem')
    .select([
      'client.name as clientName',
      'client.groupId',
      'clientGroup.name as groupName',
      'billingEntity.name as entityName',
      'taxCode.name as taxCodeName',
      'service.name as serviceName',
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof withNames>['executeTakeFirstOrThrow']>>;

const shown = (row: Row): PendingItem => ({
  id: row.id,
  version: row.version,
  client: { id: row.clientId, label: row.clientName },
  group: row.groupId ? { id: row.groupId, label: row.groupName ?? '' } : null,
  entity: { id: row.entityId, label: row.entityName },
  kind: row.kind as PendingItem['kind'],
  source: row.source as PendingItem['source'],
  sourceId: row.sourceId,
  service: row.serviceId ? { id: row.serviceId, label: row.serviceName ?? '' } : null,
  description: row.description,
  qty: canonicalDecimal(row.qty),
  currency: row.currency,
  amount: row.amount,
  originalAmount: row.originalAmount,
  reason: row.reason,
  holdReason: row.holdReason,
  taxCode: { id: row.taxCodeId, label: row.taxCodeName },
  readyOn: row.readyOn,
  status: row.status as PendingItem['status'],
  invoiceId: row.invoiceId,
});

// Written exactly as in the index pending_item_by_waiting.
const isSettled = {
  by: sql`(pending_item.status in ('invoiced', 'written_off'))::int`,
  of: (row: Row) => Number(row.status === 'invoiced' || row.status === 'written_off'),
};

const searchable = (db: Db, user: CurrentUser, pageScope: PageScope, input: ListInput) => ({
  ...pageScope,
  id: sql.ref('pendingItem.id'),
  clientId: ofClient,
  own: ofPendingItem,
  rows: (seen: RawBuilder<SqlBool>) => found(db, seen, input),
  ofClients: (clientId: Expression<unknown>) => inScope.client(user, clientId),
});

export async function listPending(db: Db, user: CurrentUser, input: ListInput) {
  const { name, descending } = sortOf(input.sort);
  const keys = [
    ...(name === 'waiting' && !input.filter.status ? [isSettled] : []),
    { by: sql.ref('pendingItem.readyOn'), of: (row: Row) => row.readyOn },
    { by: sql.ref('pendingItem.id'), of: (row: Row) => row.id },
  ];
  const pageScope = await clientsOfPage(db, user, ofClient);
  const paths = await accessPaths(db, input.q, searchable(db, user, pageScope, input));
  const page = await pageByKeyset(
    withNames(found(db, ofRow(pageScope), input)),
    keys,
    descending,
    input,
    paths,
  );
  return { ...page, rows: page.rows.map(shown) };
}

export const totalPending = (db: Db, user: CurrentUser, input: ListInput) =>
  totalSearched(db, input.q, searchable(db, user, allOfClients(user, ofClient), input), (rows) =>
    rows.select([
      'pendingItem.currency',
      'pendingItem.amount',
      sql`case when pending_item.status in ('open', 'held') then pending_item.amount else 0 end`.as('open'),
    ]),
  );

/** Refuses NOT_FOUND. */
export async function getPending(db: Db, user: CurrentUser, id: string): Promise<PendingItem> {
  const row = await withNames(found(db, inScope.client(user, ofClient), { filter: {} }))
    .where('pendingItem.id', '=', id)
    .executeTakeFirst();
  if (!row) throw new Refusal('NOT_FOUND');
  return shown(row);
}
