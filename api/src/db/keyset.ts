import { sql } from 'kysely';
import type { Expression, SelectQueryBuilder } from 'kysely';
import { totalCap } from '@daybook/contracts/lists';
import type { Page } from '@daybook/contracts/lists';
import { Refusal } from '@daybook/contracts/refusals';
import type { Db } from './database.ts';

/** One column of a sort: how SQL orders by it and where a fetched row holds its value. The last one must be the id. */
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
    // Refused below: a cursor is made by the server alone.
  }
  throw new Refusal('INPUT_INVALID', {}, { cursor: [{ code: 'WRONG_FORMAT' }] });
}

/**
 * One page by keyset, never by OFFSET. All columns of the sort run in one direction (`descending`), so that one
 * index serves it both ways. Reads one row more than the page to know whether there is another.
 */
export async function pageByKeyset<Db_, Tables extends keyof Db_, Row>(
  query: SelectQueryBuilder<Db_, Tables, Row>,
  keys: readonly SortKey<Row>[],
  descending: boolean,
  { cursor, pageSize }: PageRequest,
): Promise<Page<Row>> {
  const place = read(cursor, keys.length);
  const isBackward = place !== null && place.direction !== 'after';
  const isDown = descending !== isBackward;
  let ordered = query.limit(pageSize + 1);
  for (const key of keys) ordered = ordered.orderBy(key.by as never, isDown ? 'desc' : 'asc');
  if (place && place.values.length > 0) {
    const left = sql.join(keys.map((key) => key.by));
    const right = sql.join(place.values.map((value) => sql`${value}`));
    ordered = ordered.where(
      isDown ? sql<boolean>`(${left}) < (${right})` : sql<boolean>`(${left}) > (${right})`,
    );
  }
  const found: Row[] = await (ordered.execute() as Promise<Row[]>).catch((error: { code?: string }) => {
    // A cursor whose values are not of the column's type was not made here.
    if (place && error.code?.startsWith('22')) {
      throw new Refusal('INPUT_INVALID', {}, { cursor: [{ code: 'WRONG_FORMAT' }] });
    }
    throw error;
  });
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

/** How many rows a filtered query finds, counted to the cap and no further (ruling 13). */
export async function totalOf<Db_, Tables extends keyof Db_, Row>(
  db: Db,
  query: SelectQueryBuilder<Db_, Tables, Row>,
): Promise<{ total: number; isCapped: boolean }> {
  const counted = await sql<{ total: number }>`
    select count(*) as total from (${query
      .clearSelect()
      .select(sql`1`.as('one'))
      .limit(totalCap + 1)}) as found`.execute(db);
  const total = counted.rows[0]?.total ?? 0;
  return { total: Math.min(total, totalCap), isCapped: total > totalCap };
}

/** `-dueDate` → the sort's name and its direction. */
export const sortOf = (sort: string): { name: string; descending: boolean } =>
  sort.startsWith('-') ? { name: sort.slice(1), descending: true } : { name: sort, descending: false };
