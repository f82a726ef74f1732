import pg from 'pg';
import type { Manifest, Sequence } from './manifest.ts';

/** What Daybook made in the schema, and no extension. */
const ours = (kinds: string): string => `
  relnamespace = 'public'::regnamespace and relkind in (${kinds}) and not exists (select from pg_depend
    where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')`;

export interface Table {
  name: string;
  columns: string[];
}

/** Every table, with the columns that are stored and not computed from others. */
export async function listTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select relname as name, array(select attname::text from pg_attribute
      where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns
    from pg_class where ${ours(`'r'`)} order by relname`);
  return rows;
}

/** Where the sequences stand. They are no part of a snapshot, but never behind it. */
export async function listSequences(client: pg.ClientBase): Promise<Sequence[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where ${ours(`'S'`)} order by relname`,
  );
  const sequences: Sequence[] = [];
  for (const { name } of rows) {
    const { rows: states } = await client.query<Omit<Sequence, 'name'>>(
      `select last_value::text as value, is_called as called from ${pg.escapeIdentifier(name)}`,
    );
    sequences.push(...states.map((state) => ({ name, ...state })));
  }
  return sequences;
}

export async function listMigrations(client: pg.ClientBase): Promise<Manifest['migrations']> {
  const { rows } = await client.query<Manifest['migrations'][number]>(
    'select name, checksum from schema_migration order by name',
  );
  return rows;
}

export async function hasTable(client: pg.ClientBase, name: string): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    `select exists (select from pg_class where relname = $1 and ${ours(`'r'`)}) as found`,
    [name],
  );
  return rows[0]?.found ?? false;
}

export async function hasColumn(client: pg.ClientBase, table: string, column: string): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    `select exists (select from pg_class join pg_attribute on attrelid = pg_class.oid
       where relname = $1 and attname = $2 and not attisdropped and ${ours(`'r'`)}) as found`,
    [table, column],
  );
  return rows[0]?.found ?? false;
}

/** The name that the firm has entered, or else that of its first billing entity. */
export async function nameOfFirm(client: pg.ClientBase): Promise<string | null> {
  const own = (await hasTable(client, 'firm')) ? 'select name from firm' : 'select null::text as name';
  const { rows } = await client.query<{ name: string | null }>(
    `select coalesce((${own} limit 1), (select name from billing_entity order by id limit 1)) as name`,
  );
  return rows[0]?.name ?? null;
}

/** Whether there is anything in the schema. */
export async function isBare(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ bare: boolean }>(
    `select not exists (select from pg_class where ${ours(`'r', 'v', 'm', 'S', 'p', 'f'`)}) as bare`,
  );
  return rows[0]?.bare ?? false;
}

/** Drops all that is in the schema, but not the schema, which may belong to somebody else. */
export async function dropEverything(client: pg.ClientBase): Promise<void> {
  // Tables first: they take their own sequences with them.
  const { rows } = await client.query<{ step: string }>(`
    select format('drop %s if exists %I cascade', case relkind when 'v' then 'view' when 'm' then 'materialized view'
      when 'S' then 'sequence' else 'table' end, relname) as step, relkind = 'S' as later
    from pg_class where ${ours(`'r', 'v', 'm', 'S'`)}
    union all
    select format('drop routine if exists %s cascade', oid::regprocedure), true from pg_proc
    where pronamespace = 'public'::regnamespace and not exists (select from pg_depend
      where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype in ('e', 'i'))
    union all
    select format('drop type if exists %I cascade', typname), true from pg_type
    where typnamespace = 'public'::regnamespace and typtype in ('e', 'r', 'd') and not exists (select from pg_depend
      where classid = 'pg_type'::regclass and objid = pg_type.oid and deptype = 'e')
    order by later`);
  for (const { step } of rows) await client.query(step);
}
