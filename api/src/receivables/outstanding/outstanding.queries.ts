import { sql } from 'kysely';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { totalCap } from '@daybook/contracts/lists';
import type { Page } from '@daybook/contracts/lists';
import { NOTHING, convert, negate } from '@daybook/contracts/money/money';
import type {
  OutstandingLine,
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
import {
  bucketNames,
  byOf,
  currencySums,
  dated,
  dayOf,
  lineKey,
  linesOf,
  sumsAsked,
} from './outstanding-lines.ts';
import type { Asked, CurrencySums, Line } from './outstanding-lines.ts';

type ListInput = ParsedInputOf<typeof outstanding.list>;

/* Downwards by an amount is upwards by its negative: all columns of a page run in one direction, and currencies stay in order. */
const currency = { by: sql`line.currency`, of: (row: Line) => row.currency };
const nobody = '00000000-0000-0000-0000-000000000000';
const who = { by: sql`coalesce(line.who_id, ${sql.lit(nobody)})`, of: (row: Line) => row.whoId ?? nobody };
const sorts: Record<string, SortKey<Line>> = {
  name: { by: sql`line.name collate "und-x-icu"`, of: (row) => row.name },
  balance: { by: sql`line.balance`, of: (row) => row.balance },
  '-balance': { by: sql`-line.balance`, of: (row) => negate(row.balance) },
  overdue: { by: sql`line.overdue`, of: (row) => row.overdue },
  '-overdue': { by: sql`-line.overdue`, of: (row) => negate(row.overdue) },
  oldest: { by: sql`coalesce(line.oldest_days, -1)`, of: (row) => row.oldestDays ?? -1 },
  '-oldest': { by: sql`-coalesce(line.oldest_days, -1)`, of: (row) => -(row.oldestDays ?? -1) },
};

type Row = Line & Memos & { id: string; label: string };

function bucketsOf(row: Pick<Line, `bucket${number}`>, bounds: readonly number[]) {
  const [notDue = NOTHING, ...buckets] = bucketNames(bounds).map((column) => row[column] ?? NOTHING);
  return { notDue, buckets };
}

function shown(row: Row, bounds: readonly number[]): OutstandingLine {
  return {
    id: row.id,
    who: row.whoId === null ? null : { id: row.whoId, label: row.label },
    currency: row.currency,
    clients: row.clients,
    ...bucketsOf(row, bounds),
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

/** The columns that a page is sorted by, and whether they run downwards. */
function orderOf({ sort }: ListInput): [SortKey<Line>[], boolean] {
  const { name, descending } = sortOf(sort);
  const key = sorts[sort] ?? sorts[name];
  return [[currency, ...(key ? [key] : []), who], descending && name === 'name'];
}

/** The column of a line by which a page is sorted. */
const columnOf: Record<string, string> = {
  name: 'name',
  balance: 'balance',
  overdue: 'overdue',
  oldest: 'oldestDays',
};

const linesWithMemos = (db: Db, user: CurrentUser, asked: Asked, bounds: readonly number[]) =>
  db
    .selectFrom(linesOf(user, asked, bounds).as('line'))
    .selectAll('line')
    .select([
      sql<string>`md5(coalesce(line.who_id::text, '') || line.currency)::uuid`.as('id'),
      labelOf(byOf(asked)),
      ...memosOf(asked),
    ]);

/**
 * Lines of clients are many. Of all of them only what the page is sorted and chosen by is computed; then those of the page are computed
 * whole, from their documents alone.
 */
async function pageOfClients(db: Db, user: CurrentUser, asked: Asked, input: ListInput): Promise<Page<Row>> {
  const { bounds } = await getAgeingSetting(db);
  const chosenBy = [...sumsAsked(asked), columnOf[sortOf(input.sort).name] ?? ''];
  const query = db.selectFrom(linesOf(user, asked, bounds, chosenBy).as('line')).selectAll('line');
  const page = await pageByKeyset(query, ...orderOf(input), input);
  const clientIds = page.rows.flatMap(({ whoId }) => whoId ?? []);
  const lines = await linesWithMemos(db, user, { ...asked, clientIds }, bounds).execute();
  const found = new Map(lines.map((line) => [lineKey(line.whoId, line.currency), line]));
  return { ...page, rows: page.rows.flatMap((row) => found.get(lineKey(row.whoId, row.currency)) ?? []) };
}

export async function listOutstanding(
  db: Db,
  user: CurrentUser,
  input: ListInput,
): Promise<Page<OutstandingLine>> {
  const { bounds } = await getAgeingSetting(db);
  const asked = await dated(db, input);
  const page =
    byOf(asked) === 'client'
      ? await pageOfClients(db, user, asked, input)
      : await pageByKeyset(linesWithMemos(db, user, asked, bounds), ...orderOf(input), input);
  return { ...page, rows: page.rows.map((row) => shown(row, bounds)) };
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

/** The lines that the filters find, added up by currency. */
export async function totalOutstanding(db: Db, user: CurrentUser, input: Asked): Promise<OutstandingTotal> {
  const { bounds } = await getAgeingSetting(db);
  const { rows } = await currencySums(user, await dated(db, input), bounds).execute(db);
  const { asOf } = await db.selectNoFrom(sql<string>`${dayOf(input)}`.as('asOf')).executeTakeFirstOrThrow();
  const base = await baseCurrency(db, input.filter.entityId);
  const rates =
    base === null
      ? []
      : await knownRates(
          db,
          rows.map((row) => ({ from: row.currency, to: base, date: asOf })),
        );
  const estimateOf = ({ currency: from, balance }: CurrencySums, rate: KnownRate | null | undefined) =>
    base === null || base === from || !rate
      ? null
      : { currency: base, balance: convert(balance, from, base, rate.rate), rateOn: rate.date };
  const total = rows.reduce((lines, row) => lines + row.lines, 0);
  return {
    total: Math.min(total, totalCap),
    isCapped: total > totalCap,
    asOf,
    bounds,
    sections: rows.map((row, index) => ({
      currency: row.currency,
      lines: row.lines,
      ...bucketsOf(row, bounds),
      unapplied: row.unapplied,
      balance: row.balance,
      overdue: row.overdue,
      disputed: row.disputed,
      dueThisMonth: row.dueThisMonth,
      estimate: estimateOf(row, rates[index]),
    })),
  };
}
