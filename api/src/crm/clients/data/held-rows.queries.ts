import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Db } from '../../../db/database.ts';
import { heldTables } from './held-tables.ts';
import type { Link } from './held-tables.ts';

/** So many rows are read at a time. */
const together = 500;
/** Never part of an export: what searches use, and bytes that are among the files. */
const left = ['search_text', 'search_grams', 'content_bytes'];

type Condition = RawBuilder<boolean>;

const any = (conditions: readonly Condition[]): Condition =>
  sql<boolean>`(${sql.join(conditions, sql` or `)})`;

function linked(table: string, { column, of, its = 'id' }: Link, clientId: string): Condition {
  const ref = sql.ref(`${table}.${column}`);
  if (of === 'client') return sql<boolean>`${ref} = ${clientId}::uuid`;
  const links = (heldTables[of] ?? []).filter((link) => of !== table || link.of !== of);
  const conditions = links.map((link) => linked(of, link, clientId));
  return sql<boolean>`${ref} in (select ${sql.ref(`${of}.${its}`)} from ${sql.table(of)} where ${any(conditions)})`;
}

/** The conditions of a row of the table: it is the client's if one of them holds. */
const conditionsOf = (table: string, clientId: string): Condition[] =>
  (heldTables[table] ?? []).map((link) => linked(table, link, clientId));

/** The condition that a row of a table is the client's, for a query that names the table so. */
export const heldOf = (table: string, clientId: string): Condition => any(conditionsOf(table, clientId));

/** The columns that identify a row: the primary key, or all columns. */
async function keysOf(db: Db, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute join pg_class on pg_class.oid = attrelid
      left join pg_index on indrelid = attrelid and indisprimary
    where relname = ${table} and relnamespace = 'public'::regnamespace and attnum > 0 and not attisdropped
      and (indrelid is null or attnum = any (indkey))
    order by attnum`.execute(db);
  return rows.map(({ name }) => name);
}

interface Row {
  row: string;
  key: string;
}

/**
 * Rows as JSON texts, so that no number loses a digit, a page at a time in the order of their keys. The keys are found first: the
 * planner would otherwise read a whole table in that order until a page is full.
 */
async function* pagesWhere(db: Db, table: string, where: Condition): AsyncGenerator<string[]> {
  const keys = await keysOf(db, table);
  const of = (name: string) => sql.join(keys.map((key) => sql.ref(`${name}.${key}`)));
  for (let last: string | null = null; ;) {
    const after: Condition =
      last === null
        ? sql<boolean>`true`
        : sql<boolean>`(${of('held')}) > (select ${of('last')} from jsonb_populate_record(null::${sql.table(table)}, ${last}::jsonb) as last)`;
    const { rows } = await sql<Row>`
      with held as materialized (select ${of(table)} from ${sql.table(table)} where ${where}),
      page as materialized (select * from held where ${after} order by ${of('held')} limit ${together})
      select (to_jsonb(${sql.table(table)}) - ${left}::text[])::text as row, to_jsonb(page)::text as key
      from page join ${sql.table(table)} on (${of(table)}) = (${of('page')}) order by ${of('page')}`.execute(
      db,
    );
    if (rows.length > 0) yield rows.map(({ row }) => row);
    const end = rows.at(-1);
    if (end === undefined || rows.length < together) return;
    last = end.key;
  }
}

/** The client's rows of a table. A row that two links lead to comes once. */
export async function* heldRows(db: Db, table: string, clientId: string): AsyncGenerator<string[]> {
  for (const [at, condition] of conditionsOf(table, clientId).entries()) {
    const earlier = conditionsOf(table, clientId).slice(0, at);
    const where =
      earlier.length === 0 ? condition : sql<boolean>`${condition} and (${any(earlier)}) is not true`;
    yield* pagesWhere(db, table, where);
  }
}

/** The tables whose rows the audit log knows by an id of their own. */
async function tablesWithIds(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'id' and udt_name = 'uuid'`.execute(db);
  const known = new Set(rows.map(({ name }) => name));
  return Object.keys(heldTables).filter((table) => known.has(table));
}

/** What the audit log has of the client's records and of their parts, kind by kind. */
export async function* auditOf(db: Db, clientId: string): AsyncGenerator<string[]> {
  for (const table of await tablesWithIds(db)) {
    const parts = Object.keys(heldTables).filter((part) => heldTables[part]?.some(({ of }) => of === table));
    const entities = [table, ...parts, ...(table === 'client' ? ['client_data'] : [])];
    const where = sql<boolean>`audit_event.entity = any (${entities}) and audit_event.entity_id in
      (select id from ${sql.table(table)} where ${heldOf(table, clientId)})`;
    yield* pagesWhere(db, 'audit_event', where);
  }
}
