import { sql } from 'kysely';
import type { Expression, RawBuilder } from 'kysely';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { Page } from '@daybook/contracts/lists';
import type { Minor } from '@daybook/contracts/money/money';
import { moneyPermissions } from '@daybook/contracts/permissions';
import type {
  RealisationFigures,
  RealisationGrouping,
  RealisationKey,
  RealisationRow,
  RealisationTotal,
  realisation,
} from '@daybook/contracts/receivables/realisation/realisation';
import { holds } from '../../auth/current-user.ts';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { pageByKeyset, sortOf, totalOf } from '../../db/keyset.ts';
import { periodsOf } from '../collections/collections.rules.ts';
import { factsOf } from './realisation-facts.ts';
import type { ReportInput } from './realisation-facts.ts';

/** A cost rate tells what a person earns, so only people who see all money see costs. */
export const seesMargin = (user: CurrentUser): boolean => moneyPermissions.every((key) => holds(user, key));

const idKey = (column: string) => sql`coalesce(${sql.ref(column)}::text, 'none')`;

const keyOf: Record<RealisationGrouping, RawBuilder<unknown>> = {
  client: idKey('clientId'),
  category: idKey('categoryId'),
  person: idKey('personId'),
  department: idKey('departmentId'),
  month: sql`to_char(day, 'YYYY-MM-01')`,
  entity: idKey('entityId'),
};

const nameIn = (table: string) => (key: RawBuilder<unknown>) =>
  sql`(select name from ${sql.table(table)} named where named.id = ${key}::uuid)`;

const nameOf: Record<RealisationGrouping, (key: RawBuilder<unknown>) => RawBuilder<unknown>> = {
  client: nameIn('client'),
  category: (key) =>
    sql`coalesce(${nameIn('task_category')(key)}, ${nameIn('recurring_task_category')(key)})`,
  person: nameIn('app_user'),
  department: nameIn('department'),
  month: () => sql`''`,
  entity: nameIn('billing_entity'),
};

const labelOf = (by: RealisationGrouping, key: RawBuilder<unknown>) =>
  by === 'month'
    ? sql`''`
    : sql`case when ${key} = 'none' then '' else coalesce(${nameOf[by](sql`nullif(${key}, 'none')`)}, '') end`;

interface Summed {
  currency: string;
  minutes: number;
  unratedMinutes: number;
  value: Minor;
  billed: Minor;
  writtenDown: Minor;
  collected: Minor;
  badDebt: Minor;
  effectiveRate: Minor | null;
  cost: Minor;
  uncostedMinutes: number;
  margin: Minor;
}

type Grouped = Summed & { id: string; key1: string; key2: string; label1: string; label2: string };

const amounts = ['value', 'billed', 'written_down', 'collected', 'bad_debt', 'cost'];
const sums = sql.join([
  ...['minutes', 'unrated_minutes', 'uncosted_minutes'].map(
    (column) => sql`sum(${sql.ref(column)})::int as ${sql.ref(column)}`,
  ),
  ...amounts.map((column) => sql`sum(${sql.ref(column)})::bigint as ${sql.ref(column)}`),
  sql`(sum(billed) - sum(cost))::bigint as margin`,
  sql`round(sum(billed) * 60 / nullif(sum(minutes), 0))::bigint as effective_rate`,
]);

export const levelsOf = ({ by, thenBy }: ReportInput['filter']): RealisationGrouping[] => {
  const first = by ?? 'client';
  return thenBy === undefined || thenBy === first ? [first] : [first, thenBy];
};

const isByPerson = ({ personId }: ReportInput['filter'], levels: readonly RealisationGrouping[]): boolean =>
  personId !== undefined || levels.includes('person');

/** A row for each currency and each key of one or two levels. */
function grouped(user: CurrentUser, input: ReportInput) {
  const levels = levelsOf(input.filter);
  const [first = 'client', second] = levels;
  const { period } = periodsOf(input.filter);
  const facts = factsOf(user, input, period, isByPerson(input.filter, levels));
  return sql<Grouped>`(
    select summed.*, concat_ws('|', currency, key1, key2) as id, ${labelOf(first, sql`key1`)} as label1,
      ${second ? labelOf(second, sql`key2`) : sql`''`} as label2
    from (
      select currency, ${keyOf[first]} as key1, ${second ? keyOf[second] : sql`''`} as key2, ${sums}
      from ${facts} as fact group by 1, 2, 3) as summed)`;
}

const figuresOf = (
  {
    currency,
    minutes,
    unratedMinutes,
    value,
    billed,
    writtenDown,
    collected,
    badDebt,
    effectiveRate,
    cost,
    uncostedMinutes,
    margin,
  }: Summed,
  showsMargin: boolean,
): RealisationFigures => ({
  currency,
  minutes,
  unratedMinutes,
  value,
  billed,
  writtenDown,
  collected,
  badDebt,
  effectiveRate,
  cost: showsMargin ? cost : null,
  uncostedMinutes: showsMargin ? uncostedMinutes : null,
  margin: showsMargin ? margin : null,
});

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
const byBilled: Key[] = [currencyKey, { by: sql.ref('row.billed'), of: (row) => row.billed }, idOfRow];

export async function listRealisation(
  db: Db,
  user: CurrentUser,
  input: ParsedInputOf<typeof realisation.list>,
): Promise<Page<RealisationRow>> {
  const [first = 'client', second] = levelsOf(input.filter);
  const { name, descending } = sortOf(input.sort);
  const query = db.selectFrom(grouped(user, input).as('row')).selectAll('row');
  const page = await pageByKeyset(query, name === 'billed' ? byBilled : byKeys, descending, input);
  const showsMargin = seesMargin(user);
  const rows = page.rows.map((row): RealisationRow => {
    const keys: RealisationKey[] = [{ by: first, id: row.key1, label: row.label1 }];
    if (second) keys.push({ by: second, id: row.key2, label: row.label2 });
    return { id: row.id, keys, ...figuresOf(row, showsMargin) };
  });
  return { ...page, rows };
}

/** The totals of the report and the number of its rows. */
export async function totalRealisation(
  db: Db,
  user: CurrentUser,
  input: ReportInput,
): Promise<RealisationTotal> {
  const { period } = periodsOf(input.filter);
  const facts = factsOf(user, input, period, isByPerson(input.filter, []));
  const [{ rows }, counted] = await Promise.all([
    sql<Summed>`select currency, ${sums} from ${facts} as fact group by currency order by currency`.execute(
      db,
    ),
    totalOf(db, db.selectFrom(grouped(user, input).as('row'))),
  ]);
  const showsMargin = seesMargin(user);
  return { ...counted, period, currencies: rows.map((row) => figuresOf(row, showsMargin)) };
}
