import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';

// A stored firm is data without schema, as JSON, which every PostgreSQL from 15 on writes and reads alike: for each table a line
// with its name, its columns and its rows, and for each sequence a line with its value.
interface Part {
  what: 'rows' | 'sequence';
  name: string;
  columns: string;
}

const ours = `relnamespace = 'public'::regnamespace and relname <> 'schema_migration'`;

const tablesOf = `
  select relname as name, (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
    where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
  from pg_class where relkind = 'r' and ${ours} order by relname`;

const sequencesOf = `select relname as name from pg_class where relkind = 'S' and ${ours} order by relname`;

const fileOf = (schema: string): string => path.join(import.meta.dirname, `firm-${schema}.gz`);

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const lineOf = (part: Part, content: string): string => `${JSON.stringify(part)}\t${content}\n`;

/** Stores all rows of the database at `url` as the firm of `schema`. */
export const storeFirm = (schema: string, url: string): Promise<void> =>
  connected(url, async (client) => {
    const lines: string[] = [];
    for (const { name, columns } of (await client.query<Part>(tablesOf)).rows) {
      const table = pg.escapeIdentifier(name);
      const { rows } = await client.query<{ content: string | null }>(
        `select json_agg(to_json(stored) order by stored::text)::text as content from (select ${columns} from ${table}) as stored`,
      );
      const content = rows[0]?.content;
      if (content) lines.push(lineOf({ what: 'rows', name, columns }, content.replaceAll('\n', '')));
    }
    for (const { name } of (await client.query<Part>(sequencesOf)).rows) {
      const { rows } = await client.query<{ content: string }>(
        `select json_build_array(last_value, is_called)::text as content from ${pg.escapeIdentifier(name)}`,
      );
      lines.push(lineOf({ what: 'sequence', name, columns: '' }, rows[0]?.content ?? ''));
    }
    await writeFile(fileOf(schema), gzipSync(lines.join(''), { level: 9 }));
  });

/**
 * Loads the stored firm of `schema` into a database that has this schema and no rows but those of its migrations. The laws do
 * not act, because the rows obeyed them when they were written; for that, `url` is a superuser's. With `only`, the other tables stay empty.
 */
export const loadFirm = (schema: string, url: string, only?: ReadonlySet<string>): Promise<void> =>
  connected(url, async (client) => {
    const lines = gunzipSync(await readFile(fileOf(schema)))
      .toString()
      .trimEnd()
      .split('\n');
    await client.query('begin');
    await client.query("set local session_replication_role = 'replica'");
    const { rows } = await client.query<Part>(tablesOf);
    await client.query(`truncate ${rows.map(({ name }) => pg.escapeIdentifier(name)).join(', ')}`);
    for (const line of lines) {
      const end = line.indexOf('\t');
      const { what, name, columns } = JSON.parse(line.slice(0, end)) as Part;
      if (only && !only.has(name)) continue;
      const table = pg.escapeIdentifier(name);
      const content = line.slice(end + 1);
      if (what === 'rows') {
        await client.query(
          `insert into ${table} (${columns}) overriding system value
           select ${columns} from json_populate_recordset(null::${table}, $1)`,
          [content],
        );
      } else {
        await client.query(
          `select setval($1::regclass, ($2::json ->> 0)::bigint, ($2::json ->> 1)::boolean)`,
          [table, content],
        );
      }
    }
    await client.query('commit');
  });
