import { createHash } from 'node:crypto';
import type { Hash } from 'node:crypto';
import { finished } from 'node:stream/promises';
import pg from 'pg';
import { from } from 'pg-copy-streams';
import type { CopyStreamQuery } from 'pg-copy-streams';
import { pieceOf } from './check-archive.ts';
import { listTables } from './catalog.ts';
import { BackupRefused, headName, manifestName } from './manifest.ts';
import type { Manifest, TablePart } from './manifest.ts';
import { readArchive } from './read-archive.ts';
import type { Openers } from './read-archive.ts';
import type { Archive } from './stored-archive.ts';

export interface LoadProgress {
  table: string;
  done: number;
  tables: number;
}

const stepsOf = async (client: pg.Client, steps: string): Promise<string[]> => {
  const { rows } = await client.query<{ step: string }>(steps);
  return rows.map(({ step }) => step);
};

/**
 * Takes away what would judge each row as if somebody were writing it now, and returns the statements that bring it back: they judge
 * all rows together. An owner who is no superuser may do all of it.
 */
async function suspendLaws(client: pg.Client, tables: readonly string[]): Promise<string[]> {
  const keys = `from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by oid`;
  const indexes = `from pg_index join pg_class on pg_class.oid = indexrelid where relnamespace = 'public'::regnamespace
    and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x')) order by indexrelid`;
  const addKeys = await stepsOf(
    client,
    `select format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as step ${keys}`,
  );
  const addIndexes = await stepsOf(client, `select pg_get_indexdef(indexrelid) as step ${indexes}`);
  const take = [
    ...(await stepsOf(
      client,
      `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as step ${keys}`,
    )),
    ...(await stepsOf(client, `select format('drop index %s', indexrelid::regclass) as step ${indexes}`)),
    ...tables.map((table) => `alter table ${table} disable trigger user`),
  ];
  for (const step of take) await client.query(step);
  return [...addIndexes, ...addKeys, ...tables.map((table) => `alter table ${table} enable trigger user`)];
}

interface Copying {
  part: TablePart;
  copy: CopyStreamQuery;
  hash: Hash;
  /** Resolves when the server has all rows; rejects with its reason if it does not take them. */
  over: Promise<void>;
}

/** Copies one table after the other, as their pieces come. */
class TableLoader {
  #current: Copying | null = null;
  readonly #client: pg.Client;
  readonly #parts: ReadonlyMap<string, TablePart>;
  readonly #endStep: () => Promise<void>;

  constructor(client: pg.Client, parts: readonly TablePart[], endStep: () => Promise<void>) {
    this.#client = client;
    this.#endStep = endStep;
    this.#parts = new Map(parts.map((part) => [part.name, part]));
  }

  async add(table: string, content: Buffer): Promise<void> {
    if (this.#current?.part.name !== table) await this.end();
    this.#current ??= this.#begin(table);
    const { copy, hash, over } = this.#current;
    hash.update(content);
    const taken = new Promise<void>((resolve) => copy.write(content, () => resolve()));
    // A write that fails says less than the end of the copy.
    await Promise.race([taken, over]);
  }

  /** Ends the last table. Its rows have to be as many as were read, and those that the check has seen. */
  async end(): Promise<void> {
    if (!this.#current) return;
    const { part, copy, hash, over } = this.#current;
    this.#current = null;
    copy.end();
    await over;
    if (copy.rowCount !== part.rows || hash.digest('hex') !== part.sha256)
      throw new BackupRefused(`the rows of ${part.name} changed while they were restored`);
    await this.#endStep();
  }

  #begin(table: string): Copying {
    const part = this.#parts.get(table);
    if (!part) throw new BackupRefused(`its manifest lacks ${table}`);
    const columns = part.columns.map((column) => pg.escapeIdentifier(column)).join(', ');
    const copy = this.#client.query(from(`copy ${pg.escapeIdentifier(table)} (${columns}) from stdin`));
    const over = finished(copy);
    over.catch(() => undefined);
    return { part, copy, hash: createHash('sha256'), over };
  }
}

async function requireTables(client: pg.Client, manifest: Manifest): Promise<string[]> {
  const here = new Map((await listTables(client)).map(({ name, columns }) => [name, columns]));
  const strange = manifest.tables.find(
    ({ name, columns }) => here.get(name)?.toSorted().join() !== columns.toSorted().join(),
  );
  if (strange || here.size !== manifest.tables.length)
    throw new BackupRefused(
      `its tables are not those of its migrations: ${strange?.name ?? 'some are missing'}`,
    );
  return [...here.keys()].map((name) => pg.escapeIdentifier(name));
}

interface Loading extends Openers {
  tell?: ((progress: LoadProgress) => void) | undefined;
  /** Called after each step, such as a table. It may commit, and begin another transaction. */
  endStep: () => Promise<void>;
}

/** Loads the archive into the tables that its own migrations made, within the transaction of `client`. */
export async function loadArchive(
  client: pg.Client,
  archive: Archive,
  manifest: Manifest,
  { tell, endStep, ...openers }: Loading,
): Promise<void> {
  const tables = await requireTables(client, manifest);
  const resume = await suspendLaws(client, tables);
  await client.query(`truncate ${tables.join(', ')}`);
  const loader = new TableLoader(client, manifest.tables, endStep);
  const order = manifest.tables.map(({ name }) => name);
  let last = '';
  await readArchive(archive, openers, async (name, content) => {
    if (name === headName || name === manifestName) return;
    const { table } = pieceOf(name);
    await loader.add(table, content);
    if (table !== last) tell?.({ table, done: order.indexOf(table), tables: order.length });
    last = table;
  });
  await loader.end();
  for (const { name, value, called } of manifest.sequences)
    await client.query('select setval($1::regclass, $2::bigint, $3)', [
      pg.escapeIdentifier(name),
      value,
      called,
    ]);
  for (const step of resume) {
    await client.query(`set local maintenance_work_mem = '256MB'`);
    await client.query(step);
    await endStep();
  }
}
