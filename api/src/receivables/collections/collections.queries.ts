import { sql } from 'kysely';
import type { Expression, RawBuilder } from 'kysely';
import type { OutputOf, ParsedInputOf } from '@daybook/contracts/endpoint';
import type { Page } from '@daybook/contracts/lists';
import { NOTHING } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import { timeGroupings } from '@daybook/contracts/receivables/collections/periods';
import type {
  CollectedFigures,
  CollectionGrouping,
  CollectionKey,
  CollectionRow,
  CollectionTotal,
  collections,
} from '@daybook/contracts/receivables/collections/collections';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { pageByKeyset, sortOf, totalOf } from '../../db/keyset.ts';
import { inScope } from '../../scope.ts';
import { factsOf } from './collection-facts.ts';
import type { Found, ReportInput } from './collection-facts.ts';
import { bankAccountsOf } from './collected-receipts.queries.ts';
import { periodsOf } from './collections.rules.ts';

const byTime: ReadonlySet<string> = new Set(timeGroupings);
const byLine: ReadonlySet<string> = new Set(['service', 'department']);

const dayKey = (unit: string) => sql`to_char(date_trunc(${sql.lit(unit)}, day), 'YYYY-MM-DD')`;
const idKey = (column: string) => sql`coalesce(${sql.ref(column)}::text, 'none')`;

const keyOf: Record<CollectionGrouping, RawBuilder<unknown>> = {
  day: dayKey('day'),
  week: dayKey('week'),
  month: dayKey('month'),
  mode: sql`mode`,
  bank_account: idKey('bankAccountId'),
  entity: idKey('entityId'),
  client: idKey('clientId'),
  group: idKey('groupId'),
  crm: idKey('crmId'),
  manager: idKey('managerId'),
  service: sql`service_key`,
  department: sql`department_key`,
  received_by: idKey('receivedBy'),
};

const nameIn = (table: string) => (key: RawBuilder<unknown>) =>
  sql`coalesce(case when length(${key}) = 36 then
  (select name from ${sql.table(table)} named where named.id = ${key}::uuid) end, '')`;
const noName = () => sql`''`;

const nameOf: Record<CollectionGrouping, (key: RawBuilder<unknown>) => RawBuilder<unknown>> = {
  day: noName,
  week: noName,
  month: noName,
  mode: noName,
  bank_account: (key) => sql`coalesce((select account ->> 'label'
    from billing_entity, jsonb_array_elements(bank_accounts) as account where account ->> 'id' = ${key} limit 1), '')`,
  entity: nameIn('billing_entity'),
  client: nameIn('client'),
  group: nameIn('client_group'),
  crm: nameIn('app_user'),
  manager: nameIn('app_user'),
  service: nameIn('service'),
  department: nameIn('department'),
  received_by: nameIn('app_user'),
};

interface Summed extends CollectedFigures {
  currency: string;
  receipts: number;
  grossBefore: Minor;
  netBefore: Minor;
}

type Grouped = Summed & { id: string; key1: string; key2: string; label1: string; label2: string };

const figures = ['gross', 'withheld', 'bank_charge', 'net', 'allocated', 'unallocated', 'refunded'];
const summed = (column: string, isBefore: boolean) =>
  sql`coalesce(sum(${sql.ref(column)}) filter (where is_before = ${sql.lit(isBefore)}), 0)::bigint`;
/** A receipt that is split by line is several facts, but one receipt. */
const sumsOf = (isSplit: boolean) =>
  sql.join([
    sql`count(${isSplit ? sql`distinct receipt_id::text || sign` : sql`*`}) filter (where not is_before)::int as receipts`,
    ...figures.map((column) => sql`${summed(column, false)} as ${sql.ref(column)}`),
    sql`${summed('gross', true)} as gross_before`,
    sql`${summed('net', true)} as net_before`,
  ]);

export const levelsOf = ({ by, thenBy }: ReportInput['filter']): CollectionGrouping[] => {
  const first = by ?? 'client';
  return thenBy === undefined || thenBy === first ? [first] : [first, thenBy];
};

const isByLine = (
  { serviceId, departmentId }: ReportInput['filter'],
  levels: readonly CollectionGrouping[],
): boolean =>
  serviceId !== undefined || departmentId !== undefined || levels.some((level) => byLine.has(level));

/** A row of a day, week or month has no counterpart in the period before; rows by line would take twice as long. */
const isComparedByRow = (levels: readonly CollectionGrouping[]) =>
  !levels.some((level) => byTime.has(level) || byLine.has(level));

/** A row for each currency and each key of one or two levels. */
function grouped(user: CurrentUser, input: ReportInput, levels: readonly CollectionGrouping[]) {
  const periods = periodsOf(input.filter);
  const before = isComparedByRow(levels) ? periods.before : null;
  const [first = 'client', second] = levels;
  const isSplit = isByLine(input.filter, levels);
  const facts = factsOf(user, input, { ...periods, before }, isSplit);
  return sql<Grouped>`(
    select summed.*, concat_ws('|', currency, key1, key2) as id, ${nameOf[first](sql`key1`)} as label1,
      ${second ? nameOf[second](sql`key2`) : sql`''`} as label2
    from (
      select currency, ${keyOf[first]} as key1, ${second ? keyOf[second] : sql`''`} as key2, ${sumsOf(isSplit)}
      from ${facts} as fact group by 1, 2, 3) as summed)`;
}

const figuresOf = ({
  gross,
  withheld,
  bankCharge,
  net,
  allocated,
  unallocated,
  refunded,
}: CollectedFigures) => ({
  gross,
  withheld,
  bankCharge,
  net,
  allocated,
  unallocated,
  refunded,
});

const beforeOf = ({ grossBefore, netBefore }: Summed, isCompared: boolean) =>
  isCompared ? { gross: grossBefore, net: netBefore } : null;

type Key = { by: Expression<unknown>; of: (row: Grouped) => string | number };

const currencyKey: Key = { by: sql.ref('row.currency'), of: (row) => row.currency };
const idOfRow: Key = { by: sql.ref('row.id'), of: (row) => row.id };
const byKeys: Key[] = [
  currencyKey,
  { by: sql`"row".label1 collate "und-x-icu"`, of: (row) => row.label1 },
  { by: sql.ref('row.key1'), of: (row) => row.key1 },
  { by: sql`"row".label2 collate "und-x-icu"`, of: (row) => row.label2 },
  idOfRow,
];
const byGross: Key[] = [currencyKey, { by: sql.ref('row.gross'), of: (row) => row.gross }, idOfRow];

export async function listCollections(
  db: Db,
  user: CurrentUser,
  input: ParsedInputOf<typeof collections.list>,
): Promise<Page<CollectionRow>> {
  const levels = levelsOf(input.filter);
  const isCompared = isComparedByRow(levels) && periodsOf(input.filter).before !== null;
  const { name, descending } = sortOf(input.sort);
  const query = db.selectFrom(grouped(user, input, levels).as('row')).selectAll('row');
  const page = await pageByKeyset(query, name === 'gross' ? byGross : byKeys, descending, input);
  const rows = page.rows.map((row): CollectionRow => {
    const [first = 'client', second] = levels;
    const keys: CollectionKey[] = [{ by: first, id: row.key1, label: row.label1 }];
    if (second) keys.push({ by: second, id: row.key2, label: row.label2 });
    const { id, currency, receipts } = row;
    return { id, currency, keys, receipts, ...figuresOf(row), before: beforeOf(row, isCompared) };
  });
  return { ...page, rows };
}

/** Refunds of credit notes in the period; null if the report is filtered by something that they do not have. */
async function creditNotesRefunded(
  db: Db,
  user: CurrentUser,
  { q, filter }: Found,
): Promise<Map<string, Minor> | null> {
  const { mode, bankAccountId, receivedById, serviceId, departmentId, groupId, crmId, managerId } = filter;
  const others = [mode, bankAccountId, receivedById, serviceId, departmentId, groupId, crmId, managerId];
  if (q || others.some((one) => one !== undefined)) return null;
  const { from, to } = periodsOf(filter).period;
  const paidOn = (day: string) => sql<boolean>`(${sql.ref(day)} between ${from}::date and ${to}::date)`;
  const rows = await db
    .selectFrom('creditNoteRefund as refund')
    .innerJoin('creditNote as note', 'note.id', 'refund.creditNoteId')
    .where((eb) => eb.or([paidOn('refund.refundedOn'), paidOn('refund.reversedOn')]))
    .where(inScope.client(user, sql.ref('note.clientId')))
    .$if(filter.clientId !== undefined, (query) => query.where('note.clientId', '=', filter.clientId ?? ''))
    .$if(filter.entityId !== undefined, (query) => query.where('note.entityId', '=', filter.entityId ?? ''))
    .select([
      'note.currency',
      sql<Minor>`sum(refund.amount * (${paidOn('refund.refundedOn')}::int
        - coalesce(${paidOn('refund.reversedOn')}, false)::int))::bigint`.as('amount'),
    ])
    .groupBy('note.currency')
    .execute();
  return new Map(rows.map(({ currency, amount }) => [currency, amount]));
}

/** The totals of the report and the number of its rows. */
export async function totalCollections(
  db: Db,
  user: CurrentUser,
  input: ReportInput,
): Promise<CollectionTotal> {
  const { period, before } = periodsOf(input.filter);
  const isSplit = isByLine(input.filter, []);
  const facts = factsOf(user, input, { period, before }, isSplit);
  const query = sql<Summed>`select currency, ${sumsOf(isSplit)} from ${facts} as fact group by currency
    order by sum(gross) filter (where not is_before) desc nulls last, currency`;
  const [{ rows }, refunded, counted, bankAccounts] = await Promise.all([
    query.execute(db),
    creditNotesRefunded(db, user, input),
    totalOf(db, db.selectFrom(grouped(user, input, levelsOf(input.filter)).as('row'))),
    bankAccountsOf(db),
  ]);
  return {
    ...counted,
    bankAccounts,
    period,
    periodBefore: before,
    currencies: rows.map((row) => ({
      currency: row.currency,
      receipts: row.receipts,
      ...figuresOf(row),
      before: beforeOf(row, before !== null),
      creditNotesRefunded: refunded === null ? null : (refunded.get(row.currency) ?? NOTHING),
    })),
  };
}

/** The most bars that can be told apart. */
const mostBars = { time: 62, other: 20 };

/** The first level in one currency: the groups that brought the most money, or the latest days, weeks or months. */
export async function chartCollections(
  db: Db,
  user: CurrentUser,
  input: ReportInput,
): Promise<OutputOf<typeof collections.chart>> {
  const [first = 'client'] = levelsOf(input.filter);
  const isTime = byTime.has(first);
  const most = isTime ? mostBars.time : mostBars.other;
  const rows = grouped(user, input, [first]);
  const { rows: found } = await sql<Grouped & { groups: number }>`
    with groups as materialized (select * from ${rows} as "row")
    select * from (
      select groups.*, count(*) over ()::int as groups from groups
      where currency = (select currency from groups as every group by currency order by sum(gross) desc, currency limit 1)
        ${isTime ? sql`` : sql`and (gross <> 0 or net <> 0)`}
      order by ${isTime ? sql`key1 desc` : sql`gross desc, id`} limit ${sql.lit(most)}) as bar
    order by ${isTime ? sql`key1` : sql`gross desc, id`}`.execute(db);
  return {
    currency: found[0]?.currency ?? null,
    bars: found.map((row) => ({
      key: { by: first, id: row.key1, label: row.label1 },
      gross: row.gross,
      net: row.net,
    })),
    more: Math.max(0, (found[0]?.groups ?? 0) - found.length),
  };
}
