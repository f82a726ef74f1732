import { sql } from 'kysely';
import type {
  OpeningDocument,
  OpeningEntity,
  openingBalances,
} from '@daybook/contracts/billing/opening-balances/opening-balances';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { canonicalDecimal } from '@daybook/contracts/money/decimal';
import type { Minor } from '@daybook/contracts/money/money';
import { Refusal } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { pageByKeyset, sortOf, totalOf } from '../../db/keyset.ts';
import { whereGiven } from '../../db/where-given.ts';
import { inScope } from '../../scope.ts';

type ListInput = ParsedInputOf<typeof openingBalances.list>;

const mostEntities = 200;

const entities = (db: Db) =>
  db
    .selectFrom('billingEntity')
    .select([
      'id',
      'name',
      'baseCurrency',
      'cutOverOn',
      sql<string>`(now() at time zone timezone)::date`.as('today'),
      sql<boolean>`exists (select from opening_document where entity_id = billing_entity.id)`.as(
        'hasDocuments',
      ),
    ]);

type EntityRow = Awaited<ReturnType<ReturnType<typeof entities>['executeTakeFirstOrThrow']>>;

const shownEntity = ({ id, name, ...row }: EntityRow): OpeningEntity => ({
  entity: { id, label: name },
  ...row,
});

export async function listOpeningEntities(db: Db): Promise<OpeningEntity[]> {
  const rows = await entities(db)
    .where('active', '=', true)
    .orderBy(sql`name collate "und-x-icu"`)
    .orderBy('id')
    .limit(mostEntities)
    .execute();
  return rows.map(shownEntity);
}

/** Refuses NOT_FOUND. */
export async function openingEntity(db: Db, id: string): Promise<OpeningEntity> {
  const row = await entities(db).where('id', '=', id).executeTakeFirst();
  if (!row) throw new Refusal('NOT_FOUND');
  return shownEntity(row);
}

const found = (db: Db, user: CurrentUser, { filter }: Pick<ListInput, 'filter'>) =>
  whereGiven(
    db
      .selectFrom('openingDocument as document')
      .innerJoin('client', 'client.id', 'document.clientId')
      .where(inScope.client(user, sql.ref('document.clientId'))),
    filter,
    {
      entityId: 'document.entityId',
      clientId: 'document.clientId',
    },
  );

const withNames = (query: ReturnType<typeof found>) =>
  query.select([
    sql<string>`document.id`.as('id'),
    sql<OpeningDocument['kind']>`document.kind`.as('kind'),
    sql<string>`document.number`.as('number'),
    sql<string>`document.document_date`.as('date'),
    sql<string>`document.due_date`.as('dueDate'),
    sql<string>`document.currency`.as('currency'),
    sql<string>`document.fx_rate`.as('fxRate'),
    sql<Minor>`document.amount`.as('amount'),
    sql<boolean>`document.is_settled`.as('isSettled'),
    sql<string | null>`document.section`.as('section'),
    'client.id as clientId',
    'client.name as clientName',
    'client.sortName',
    'client.openingLocked as isLocked',
  ]);

type Row = Awaited<ReturnType<ReturnType<typeof withNames>['executeTakeFirstOrThrow']>>;

const shown = ({ clientId, clientName, fxRate, ...row }: Row): OpeningDocument => ({
  ...row,
  fxRate: canonicalDecimal(fxRate),
  client: { id: clientId, label: clientName },
});

/** Sorted by client. The list does not grow: it holds only what was open on the cut-over date. */
export async function listOpenings(db: Db, user: CurrentUser, input: ListInput) {
  const keys = [
    { by: sql`client.sort_name collate "und-x-icu"`, of: (row: Row) => row.sortName },
    { by: sql.ref('document.id'), of: (row: Row) => row.id },
  ];
  const { descending } = sortOf(input.sort);
  const page = await pageByKeyset(withNames(found(db, user, input)), keys, descending, input);
  return { ...page, rows: page.rows.map(shown) };
}

export const countOpenings = (db: Db, user: CurrentUser, input: ListInput) =>
  totalOf(db, found(db, user, input));
