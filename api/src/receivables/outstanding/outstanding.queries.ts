import { sql } from 'kysely';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { totalCap } from '@daybook/contracts/lists';
import type { Page } from '@daybook/contracts/lists';
import { NOTHING, convert, negate } from '@daybook/contracts/money/money';
import type { Minor } from '@daybook/contracts/money/money';
import type {
  OutstandingLine,
  OutstandingSection,
  OutstandingTotal,
  outstanding,
} from '@daybook/contracts/receivables/outstanding/outstanding';
import type { KnownRate } from '@daybook/contracts/settings/exchange-rates/exchange-rates';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { pageByKeyset, sortOf } from '../../db/keyset.ts';
import type { SortKey } from '../../db/keyset.ts';
import { knownRates } from '../../settings/exchange-rates/exchange-rates.queries.ts';
import { getAgeingSetting } from './ageing-setting.queries.ts';
import { labelOf, memosOf } from './line-memos.ts';
import type { Memos } from './line-memos.ts';
import { byOf, dayOf, linesOf } from './outstanding-lines.ts';
import type { Asked, Line } from './outstanding-lines.ts';

type ListInput = ParsedInputOf<typeof outstanding.list>;

/* Downwards by an amount is upwards by its negative: all columns of a page run in one direction, and currencies stay in order. */
const currency = { by: sql`line.currency`, of: (row: Line) => row.currency };
const id = { by: sql`line.id`, of: (row: Line) => row.id };
const sorts: Record<string, SortKey<Line>> = {
  name: { by: sql`line.name collate "und-x-icu"`, of: (row) => row.name },
  balance: { by: sql`line.balance`, of: (row) => row.balance },
  '-balance': { by: sql`-line.balance`, of: (row) => negate(row.balance) },
  overdue: { by: sql`line.overdue`, of: (row) => row.overdue },
  '-overdue': { by: sql`-line.overdue`, of: (row) => negate(row.overdue) },
  oldest: { by: sql`coalesce(line.oldest_days, -1)`, of: (row) => row.oldestDays ?? -1 },
  '-oldest': { by: sql`-coalesce(line.oldest_days, -1)`, of: (row) => -(row.oldestDays ?? -1) },
};

type Row = Line & Memos & { label: string };

function shown({ bucket: [notDue, ...buckets], ...row }: Row): OutstandingLine {
  return {
    id: row.id,
    who: row.whoId === null ? null : { id: row.whoId, label: row.label },
    currency: row.currency,
    clients: row.clients,
    notDue: notDue ?? NOTHING,
    buckets,
    unapplied: row.unapplied,
    balance: row.balance,
    overdue: row.overdue,
    disputed: row.disputed,
    oldestDays: row.oldestDays,
    lastReceiptOn: row.lastReceiptOn,
    postdated: row.postdated,
    promised: row.promised,
    promise: row.promise,
    lastContactAt: row.lastContactAt,
    levelDue: row.levelDue,
  };
}

export async function listOutstanding(
  db: Db,
  user: CurrentUser,
  input: ListInput,
): Promise<Page<OutstandingLine>> {
  const { bounds } = await getAgeingSetting(db);
  const { name, descending } = sortOf(input.sort);
  const key = sorts[input.sort] ?? sorts[name];
  const query = db
    .selectFrom(linesOf(user, input, bounds).as('line'))
    .selectAll('line')
    .select([labelOf(byOf(input)), ...memosOf(input)]);
  const isDown = descending && name === 'name';
  const page = await pageByKeyset(query, [currency, ...(key ? [key] : []), id], isDown, input);
  return { ...page, rows: page.rows.map(shown) };
}

/** The base currency of the asked entity, or the only one of the firm. */
async function baseCurrency(db: Db, entityId: string | undefined): Promise<string | null> {
  const rows = await db
    .selectFrom('billingEntity')
    .select('baseCurrency')
    .distinct()
    .where(entityId === undefined ? sql<boolean>`active` : sql<boolean>`id = ${entityId}`)
    .limit(2)
    .execute();
  return rows.length === 1 ? (rows[0]?.baseCurrency ?? null) : null;
}

type Sums = Omit<OutstandingSection, 'estimate' | 'notDue' | 'buckets'> & { bucket: Minor[] };

function sumsOf(user: CurrentUser, asked: Asked, bounds: readonly number[]) {
  const buckets = Array.from(
    { length: bounds.length + 2 },
    (_, index) => sql`sum((line.bucket ->> ${sql.lit(index)})::bigint)`,
  );
  return sql<Sums>`
    with line as materialized (select * from ${linesOf(user, asked, bounds)} found)
    select line.currency, count(*)::int as lines, jsonb_build_array(${sql.join(buckets)}) as bucket,
      sum(unapplied)::bigint as unapplied, sum(balance)::bigint as balance, sum(overdue)::bigint as overdue,
      sum(disputed)::bigint as disputed, sum(due_this_month)::bigint as due_this_month
    from line group by line.currency order by line.currency`;
}

/** The lines that the filters find, added up by currency. */
export async function totalOutstanding(db: Db, user: CurrentUser, input: Asked): Promise<OutstandingTotal> {
  const { bounds } = await getAgeingSetting(db);
  const { rows } = await sumsOf(user, input, bounds).execute(db);
  const { asOf } = await db.selectNoFrom(sql<string>`${dayOf(input)}`.as('asOf')).executeTakeFirstOrThrow();
  const base = await baseCurrency(db, input.filter.entityId);
  const rates =
    base === null
      ? []
      : await knownRates(
          db,
          rows.map((row) => ({ from: row.currency, to: base, date: asOf })),
        );
  const estimateOf = ({ currency: from, balance }: Sums, rate: KnownRate | null | undefined) =>
    base === null || base === from || !rate
      ? null
      : { currency: base, balance: convert(balance, from, base, rate.rate), rateOn: rate.date };
  const total = rows.reduce((lines, row) => lines + row.lines, 0);
  return {
    total: Math.min(total, totalCap),
    isCapped: total > totalCap,
    asOf,
    bounds,
    sections: rows.map(({ bucket: [notDue, ...buckets], ...row }, index) => ({
      ...row,
      notDue: notDue ?? NOTHING,
      buckets,
      estimate: estimateOf({ ...row, bucket: [] }, rates[index]),
    })),
  };
}
