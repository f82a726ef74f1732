import { AsyncLocalStorage } from 'node:async_hooks';
import { sql } from 'kysely';
import type { Expression, RawBuilder, SelectQueryBuilder } from 'kysely';
import { totalCap } from '@daybook/contracts/lists';
import type { Page } from '@daybook/contracts/lists';
import { Refusal } from '@daybook/contracts/refusals';
import type { Db } from './database.ts';

/** One column of a sort: its SQL expression, and its value in a fetched row. The last one must be the id. */
export interface SortKey<Row> {
  by: Expression<unknown>;
  of: (row: Row) => string | number;
}

interface PageRequest {
  cursor?: string | undefined;
  pageSize: number;
}

interface Place {
  /** `after` reads on, `before` reads back, `end` opens the last page. */
  direction: 'after' | 'before' | 'end';
  values: (string | number)[];
}

/**
 * Selects the sort columns of the first rows from the page’s position on; or of `most` rows, each with the result of
 * `condition`. `isGathered` finds all rows before it sorts them, instead of following an index.
 */
type FirstOf = <Db_, Tables extends keyof Db_, Row>(
  rows: SelectQueryBuilder<Db_, Tables, Row>,
  more?: { condition: RawBuilder<unknown>; most: number } | { isGathered: true },
) => RawBuilder<unknown>;
/**
 * An access path: queries that find the rows of a page by other indexes than that of its order. `isDown` if they are read
 * from the largest to the smallest.
 */
export type AccessPath = (firstOf: FirstOf, isDown: boolean) => RawBuilder<unknown>[];

const write = (place: Place): string => Buffer.from(JSON.stringify(place)).toString('base64url');

function read(cursor: string | undefined, columns: number): Place | null {
  if (cursor === undefined) return null;
  if (cursor === 'end') return { direction: 'end', values: [] };
  try {
    const place = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as Place;
    const isWhole =
      (place.direction === 'after' || place.direction === 'before') &&
      place.values.length === columns &&
      place.values.every((value) => typeof value === 'string' || typeof value === 'number');
    if (isWhole) return place;
  } catch {
    // Refused below, because only the server creates cursors.
  }
  throw new Refusal('INPUT_INVALID', {}, { cursor: [{ code: 'WRONG_FORMAT' }] });
}

/** Reads one row more than the page to know whether there is another. */
function placing(
  columns: readonly Expression<unknown>[],
  place: Place | null,
  isDown: boolean,
  most: number,
) {
  const direction = isDown ? 'desc' : 'asc';
  const reached = <Db_, Tables extends keyof Db_, Row>(rows: SelectQueryBuilder<Db_, Tables, Row>) => {
    if (!place || place.values.length === 0) return rows;
    const right = sql.join(place.values.map((value) => sql`${value}`));
    return rows.where(
      isDown
        ? sql<boolean>`(${sql.join([...columns])}) < (${right})`
        : sql<boolean>`(${sql.join([...columns])}) > (${right})`,
    );
  };
  const from = <Db_, Tables extends keyof Db_, Row>(rows: SelectQueryBuilder<Db_, Tables, Row>) => {
    // A literal, because PostgreSQL plans an unknown limit for a tenth of all rows.
    let ordered = reached(rows).limit(sql.lit(most));
    for (const column of columns) ordered = ordered.orderBy(column as never, direction);
    return ordered;
  };
  const names = columns.map((_, index) => sql.ref(`k${index}`));
  const inOrder = sql`order by ${sql.join(names.map((name) => sql`${name} ${isDown ? sql`desc` : sql`asc`}`))}`;
  const named = columns.map((column, index) => sql`${column}`.as(`k${index}`));
  const firstOf: FirstOf = (rows, more) => {
    if (more && 'isGathered' in more) {
      const gathered = reached(rows).clearSelect().select(named).offset(sql.lit(0));
      return sql`(select * from (${gathered}) as gathered ${inOrder} limit ${sql.lit(most)})`;
    }
    return sql`(${from(rows)
      .clearSelect()
      .select([...named, ...(more ? [more.condition.as('condition')] : [])])
      .limit(sql.lit(more?.most ?? most))})`;
  };
  const idsOf = (
    way: AccessPath,
  ) => sql`(select ${names.at(-1)} from (${sql.join(way(firstOf, isDown), sql` union `)}) as found
    ${inOrder} limit ${sql.lit(most)})`;
  return { from, idsOf };
}

/** Set while a list is only asked whether it has more than `most` rows; then no page is read. */
const counting = new AsyncLocalStorage<{ most: number; isBeyond: boolean | null }>();

/** Whether a list has more than `most` rows, counted no further; null for a list that is not read by keyset. */
export async function hasMoreThan(most: number, read: () => Promise<unknown>): Promise<boolean | null> {
  const count = { most, isBeyond: null };
  await counting.run(count, read);
  return count.isBeyond;
}

async function isAnyBeyond<Db_, Tables extends keyof Db_, Row>(
  most: number,
  query: SelectQueryBuilder<Db_, Tables, Row>,
  columns: readonly Expression<unknown>[],
  way: AccessPath | undefined,
): Promise<boolean> {
  const ids = way && placing(columns, null, false, most + 1).idsOf(way);
  const found = ids ? query.where(sql<boolean>`${columns.at(-1)} = any (array${ids})`) : query;
  const beyond = found
    .clearSelect()
    .select(sql`1`.as('one'))
    .offset(sql.lit(most))
    .limit(sql.lit(1));
  return (await beyond.execute()).length > 0;
}

/**
 * One page by keyset, never by OFFSET. All columns of the sort run in one direction (`descending`), so that one
 * index serves it both ways. The access paths are tried in turn until one fills the page; the last one finds all rows.
 */
export async function pageByKeyset<Db_, Tables extends keyof Db_, Row>(
  query: SelectQueryBuilder<Db_, Tables, Row>,
  keys: readonly SortKey<Row>[],
  descending: boolean,
  { cursor, pageSize }: PageRequest,
  paths: readonly AccessPath[] = [],
): Promise<Page<Row>> {
  const place = read(cursor, keys.length);
  const isBackward = place !== null && place.direction !== 'after';
  const columns = keys.map(({ by }) => by);
  const count = counting.getStore();
  if (count) {
    count.isBeyond = await isAnyBeyond(count.most, query, columns, paths.at(-1));
    return { rows: [], pageSize, next: null, previous: null };
  }
  const { from, idsOf } = placing(columns, place, descending !== isBackward, pageSize + 1);
  const fetch = (rows: SelectQueryBuilder<Db_, Tables, Row>): Promise<Row[]> =>
    (from(rows).execute() as Promise<Row[]>).catch((error: { code?: string }) => {
      // A cursor whose values are not of the column's type is not ours.
      if (place && error.code?.startsWith('22'))
        throw new Refusal('INPUT_INVALID', {}, { cursor: [{ code: 'WRONG_FORMAT' }] });
      throw error;
    });
  let found: Row[] = paths.length === 0 ? await fetch(query) : [];
  for (const way of paths) {
    // An array, because with many joins the planner would read the whole table and test each row at the end.
    found = await fetch(query.where(sql<boolean>`${columns.at(-1)} = any (array${idsOf(way)})`));
    if (found.length > pageSize) break;
  }
  const hasMore = found.length > pageSize;
  const rows = found.slice(0, pageSize);
  if (isBackward) rows.reverse();
  const [first, last] = [rows[0], rows.at(-1)];
  const at = (row: Row, direction: Place['direction']) =>
    write({ direction, values: keys.map((key) => key.of(row)) });
  return {
    rows,
    pageSize,
    next: last && (isBackward ? place.direction === 'before' : hasMore) ? at(last, 'after') : null,
    previous: first && (isBackward ? hasMore : place !== null) ? at(first, 'before') : null,
  };
}

/** How many rows a filtered query finds, counted to the cap and no further (docs/rules.md#lists). */
export const totalOf = <Db_, Tables extends keyof Db_, Row>(
  db: Db,
  query: SelectQueryBuilder<Db_, Tables, Row>,
): Promise<{ total: number; isCapped: boolean }> =>
  totalOfAll(db, [sql`(${query.clearSelect().select(sql`1`.as('one'))})`]);

/** The total of several queries that have no row in common. */
export async function totalOfAll(
  db: Db,
  queries: readonly RawBuilder<unknown>[],
): Promise<{ total: number; isCapped: boolean }> {
  const counted = await sql<{ total: number }>`select count(*) as total
    from (${sql.join([...queries], sql` union all `)} limit ${sql.lit(totalCap + 1)}) as found`.execute(db);
  const total = counted.rows[0]?.total ?? 0;
  return { total: Math.min(total, totalCap), isCapped: total > totalCap };
}

/** `-dueDate` → the sort's name and its direction. */
export const sortOf = (sort: string): { name: string; descending: boolean } =>
  sort.startsWith('-') ? { name: sort.slice(1), descending: true } : { name: sort, descending: false };
