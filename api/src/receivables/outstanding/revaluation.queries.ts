import { sql } from 'kysely';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { totalCap } from '@daybook/contracts/lists';
import type { Page } from '@daybook/contracts/lists';
import { convert, subtract, sum } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import type {
  RevaluationRow,
  RevaluationTotal,
  revaluation,
} from '@daybook/contracts/receivables/outstanding/revaluation';
import type { KnownRate } from '@daybook/contracts/settings/exchange-rates/exchange-rates';
import type { CurrentUser } from '../../auth/current-user.ts';
import { lastDayOf } from '../../billing/documents/report-days.rules.ts';
import type { Db } from '../../db/database.ts';
import { pageByKeyset, sortOf } from '../../db/keyset.ts';
import { matches } from '../../db/search.ts';
import { whereGiven } from '../../db/where-given.ts';
import { inScope } from '../../scope.ts';
import { knownRates } from '../../settings/exchange-rates/exchange-rates.queries.ts';

type ListInput = ParsedInputOf<typeof revaluation.list>;
type Asked = Pick<ListInput, 'q' | 'filter'>;

interface Balance {
  clientId: string;
  entityId: string;
  currency: string;
  baseCurrency: string;
  balance: Minor;
  bookValue: Minor;
}

/**
 * The ledgers in a foreign currency in which something is open at the end of the day. Stored movements say which ledgers there are, so
 * that only the lines of these are read; movements do not keep the amount in the base currency.
 */
function foreignBalances({ filter: { asOf, entityId, currency } }: Asked) {
  const only = sql.join(
    [
      ...(entityId === undefined ? [] : [sql`and moved.entity_id = ${entityId}`]),
      ...(currency === undefined ? [] : [sql`and moved.currency = ${currency}`]),
    ],
    sql` `,
  );
  return sql<Balance>`(
    select ledger.*, open.balance, open.book_value
    from (select distinct moved.client_id, moved.entity_id, moved.currency, entity.base_currency
      from (select client_id, entity_id, currency from client_ledger_month
        union all select client_id, entity_id, currency from client_movement where entry_id in (select entry_id from ledger_delta)) moved
      join billing_entity entity on entity.id = moved.entity_id and entity.base_currency <> moved.currency ${only}) ledger
    cross join lateral (
      select sum(line.debit - line.credit)::bigint as balance, sum(line.base_debit - line.base_credit)::bigint as book_value
      from journal_line line
      where line.client_id = ledger.client_id and line.entity_id = ledger.entity_id and line.currency = ledger.currency
        and line.account_id in (select id from ledger_account where system_key = 'receivable' or is_advance)
        and line.entry_date <= ${lastDayOf(asOf)}) open
    where open.balance <> 0 or open.book_value <> 0)`;
}

const found = (db: Db, user: CurrentUser, input: Asked) =>
  whereGiven(
    db
      .selectFrom('client')
      .innerJoin(foreignBalances(input).as('ledger'), 'ledger.clientId', 'client.id')
      .where(inScope.client(user, sql.ref('client.id'))),
    { groupId: input.filter.groupId, crmId: input.filter.crmId, q: input.q },
    { groupId: 'client.groupId', crmId: 'client.crmId', q: (text) => matches('client', text) },
  );

const id = sql<string>`md5(client.id::text || ledger.entity_id::text || ledger.currency)::uuid`;

const withNames = (query: ReturnType<typeof found>) =>
  query.select([
    id.as('id'),
    'client.id as clientId',
    'client.name as clientName',
    'client.sortName',
    'ledger.entityId',
    'ledger.currency',
    'ledger.baseCurrency',
    'ledger.balance',
    'ledger.bookValue',
    sql<string>`(select name from billing_entity where id = ledger.entity_id)`.as('entityName'),
  ]);

type Row = Awaited<ReturnType<ReturnType<typeof withNames>['executeTakeFirstOrThrow']>>;

const keys = [
  { by: sql`client.sort_name collate "und-x-icu"`, of: (row: Row) => row.sortName },
  { by: id, of: (row: Row) => row.id },
];

function worthOf({ currency, baseCurrency, balance, bookValue }: Balance, known: KnownRate | null) {
  const value = known && convert(balance, currency, baseCurrency, known.rate);
  return {
    currency,
    baseCurrency,
    balance,
    bookValue,
    value,
    difference: value === null ? null : subtract(value, bookValue),
  };
}

/** The rate of each row: the latest one on or before the day. */
const ratesOf = (db: Db, rows: readonly Balance[], { filter: { asOf } }: Asked) =>
  knownRates(
    db,
    rows.map(({ currency, baseCurrency }) => ({ from: currency, to: baseCurrency, date: lastDayOf(asOf) })),
  );

/** A page of what clients owe in a foreign currency, at the rates of the books and of the day. */
export async function listRevaluation(
  db: Db,
  user: CurrentUser,
  input: ListInput,
): Promise<Page<RevaluationRow>> {
  const page = await pageByKeyset(
    withNames(found(db, user, input)),
    keys,
    sortOf(input.sort).descending,
    input,
  );
  const rates = await ratesOf(db, page.rows, input);
  const rows = page.rows.map((row, index) => ({
    id: row.id,
    client: { id: row.clientId, label: row.clientName },
    entity: { id: row.entityId, label: row.entityName },
    ...worthOf(row, rates[index] ?? null),
  }));
  return { ...page, rows };
}

/** The rows found, added up by billing entity and currency, so that the column of each adds up to its sum. */
export async function totalRevaluation(db: Db, user: CurrentUser, input: Asked): Promise<RevaluationTotal> {
  const rows = await withNames(found(db, user, input)).execute();
  const rates = await ratesOf(db, rows, input);
  const all = rows.map((row, index) => ({ row, rate: rates[index] ?? null }));
  const grouped = Map.groupBy(all, ({ row }) => `${row.entityName} ${row.entityId} ${row.currency}`);
  const sums = [...grouped].toSorted(([a], [b]) => a.localeCompare(b)).map(([, group]) => sumOf(group));
  return {
    total: Math.min(rows.length, totalCap),
    isCapped: rows.length > totalCap,
    asOf: lastDayOf(input.filter.asOf),
    sums: sums.filter((one) => one !== null),
  };
}

function sumOf(group: readonly { row: Row; rate: KnownRate | null }[]) {
  const [first] = group;
  if (!first) return null;
  const { row, rate } = first;
  const worth = group.map((one) => worthOf(one.row, rate));
  const [balance, bookValue] = [sum(worth.map((one) => one.balance)), sum(worth.map((one) => one.bookValue))];
  const value = rate && sum(worth.flatMap((one) => one.value ?? []));
  return {
    entity: { id: row.entityId, label: row.entityName },
    currency: row.currency,
    baseCurrency: row.baseCurrency,
    balance,
    bookValue,
    value,
    difference: value === null ? null : subtract(value, bookValue),
    rate: rate?.rate ?? null,
    rateOn: rate?.date ?? null,
  };
}
