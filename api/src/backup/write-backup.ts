import { createHash } from 'node:crypto';
import type { Readable, Writable } from 'node:stream';
import pg from 'pg';
import { to } from 'pg-copy-streams';
import { anySecret } from './any-secret.ts';
import { listMigrations, listSequences, listTables, nameOfFirm } from './catalog.ts';
import type { Table } from './catalog.ts';
import { halfSpeed } from './half-speed.ts';
import { format, headName, manifestName, productVersion } from './manifest.ts';
import type { Manifest, TablePart } from './manifest.ts';
import { writeArchive } from './write-archive.ts';
import type { ArchiveWriter, Encryption, Written } from './write-archive.ts';

/** A table is stored in pieces of about this many bytes, because the size of an entry has to be known before it is written. */
const pieceBytes = 1024 * 1024;

export interface BackupProgress {
  table: string;
  /** The number of tables that are finished, and of all of them. */
  done: number;
  tables: number;
  rows: number;
}

export interface BackupOptions {
  /** The name that the file will have. */
  name: string;
  encryption?: Encryption | undefined;
  tell?: ((progress: BackupProgress) => void) | undefined;
}

export interface Backup extends Written {
  manifest: Manifest;
}

/**
 * The session of a backup: its texts are the same on every server, and it may take hours. A connection of its own, because those of
 * the server's pools have short limits and send statements ahead, which COPY cannot.
 */
export async function openPlainSession(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, application_name: 'daybook backup', keepAlive: true });
  // A connection that is lost is reported by the statement under way.
  client.on('error', () => undefined);
  await client.connect();
  await client.query(`set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = 0;
    set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'postgres'; set extra_float_digits = 1;
    set bytea_output = 'hex'; set client_encoding = 'UTF8'; set synchronize_seqscans = off; set search_path = public`);
  return client;
}

async function writeTable(
  client: pg.Client,
  archive: ArchiveWriter,
  table: Table,
  rest: () => Promise<void>,
): Promise<TablePart> {
  const columns = table.columns.map((column) => pg.escapeIdentifier(column)).join(', ');
  const copy = client.query(to(`copy ${pg.escapeIdentifier(table.name)} (${columns}) to stdout`));
  const hash = createHash('sha256');
  let bytes = 0;
  let pieces = 0;
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  const store = async () => {
    pieces += 1;
    const piece = Buffer.concat(waiting);
    waiting = [];
    waitingBytes = 0;
    hash.update(piece);
    bytes += piece.length;
    await archive.put(`tables/${table.name}/${String(pieces).padStart(6, '0')}`, piece);
    await rest();
  };
  for await (const chunk of copy as Readable as AsyncIterable<Buffer>) {
    waiting.push(chunk);
    waitingBytes += chunk.length;
    if (waitingBytes >= pieceBytes) await store();
  }
  if (waitingBytes > 0) await store();
  // The number of rows comes after the last of them, before the answer to the next statement.
  await client.query('select');
  return { name: table.name, columns: table.columns, rows: copy.rowCount, bytes, sha256: hash.digest('hex') };
}

async function headOfAudit(client: pg.Client): Promise<Manifest['audit']> {
  const { rows } = await client.query<{ seq: string | null; hash: string | null; unsealed: string }>(`
    select seq::text, encode(hash, 'hex') as hash, (select count(*) from audit_event where not exists
      (select from audit_seal where event_id = audit_event.id))::text as unsealed
    from (select 1) as always left join (select * from audit_seal order by seq desc limit 1) as head on true`);
  const [head] = rows;
  return { seq: Number(head?.seq ?? 0), hash: head?.hash ?? '', unsealed: Number(head?.unsealed ?? 0) };
}

async function writeSnapshot(
  client: pg.Client,
  archive: ArchiveWriter,
  { name, tell }: BackupOptions,
): Promise<Manifest> {
  const { rows } = await client.query<{ at: string; postgres: string }>(
    `select to_json(clock_timestamp()) #>> '{}' as at, current_setting('server_version') as postgres`,
  );
  const { at = '', postgres = '' } = rows[0] ?? {};
  const head = { daybook: 'backup', format };
  await archive.put(headName, Buffer.from(JSON.stringify(head)));
  const found = await listTables(client);
  const tables: TablePart[] = [];
  const rest = halfSpeed();
  for (const table of found) {
    const part = await writeTable(client, archive, table, rest);
    tables.push(part);
    tell?.({ table: table.name, done: tables.length, tables: found.length, rows: part.rows });
  }
  const manifest: Manifest = {
    format,
    product: productVersion(),
    postgres,
    name,
    at,
    firm: await nameOfFirm(client),
    migrations: await listMigrations(client),
    tables,
    sequences: await listSequences(client),
    audit: await headOfAudit(client),
    secret: await anySecret(client),
  };
  await archive.put(manifestName, Buffer.from(JSON.stringify(manifest, null, 1)));
  return manifest;
}

/**
 * Writes the database at `url` to `sink` as one archive: all tables in one snapshot, while everybody goes on working. Resolves once
 * the sink has finished; if it fails, the sink is destroyed. SECRET_KEY is in no table, and so not in the archive.
 */
export async function writeBackup(url: string, sink: Writable, options: BackupOptions): Promise<Backup> {
  const client = await openPlainSession(url);
  const archive = writeArchive(sink, options.encryption);
  try {
    await client.query('begin isolation level repeatable read, read only');
    const manifest = await writeSnapshot(client, archive, options);
    await client.query('commit');
    return { manifest, ...(await archive.end()) };
  } catch (error) {
    await archive.abort(error as Error);
    throw error;
  } finally {
    // Cuts a COPY that is still under way.
    await client.end();
  }
}
