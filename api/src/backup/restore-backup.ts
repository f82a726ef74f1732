import type pg from 'pg';
import type { BookFinding } from '@daybook/contracts/settings/book-checks/book-checks';
import { holdMigrations, migrate, migrateWithin } from '../db/migrate.ts';
import { findFaultsAt } from '../books/find-faults-at.ts';
import { dropEverything, hasTable, isBare, nameOfFirm } from './catalog.ts';
import { checkArchive } from './check-archive.ts';
import type { ArchiveKeys } from './check-archive.ts';
import { loadArchive } from './load-archive.ts';
import type { LoadProgress } from './load-archive.ts';
import { RestoreHindered } from './manifest.ts';
import type { Manifest } from './manifest.ts';
import { recordOrigin } from './record-origin.ts';
import { requireNobodyElse } from './require-nobody-else.ts';
import type { Archive } from './stored-archive.ts';
import { openPlainSession } from './write-backup.ts';

export interface RestoreOptions extends ArchiveKeys {
  /** The role of the application, which gets its rights if the server has it. */
  appRole?: string;
  /** The name of the firm that is in the database now and goes. */
  replace?: string | undefined;
  /** Called as soon as the firm is in the database, before the schema is brought up to date and the books are checked. */
  onCommitted?: ((manifest: Manifest) => Promise<void>) | undefined;
  /**
   * The database is thrown away afterwards, so it need not be whole if the restore fails. Each table and each index is then committed by
   * itself: one transaction with an id would keep every other database of the server from sealing its audit rows until it ends.
   */
  isScratch?: boolean;
  say?: ((line: string) => void) | undefined;
  tell?: ((progress: LoadProgress) => void) | undefined;
}

export interface Restored {
  manifest: Manifest;
  /** The migrations of this release that the archive had not seen. */
  applied: string[];
  findings: BookFinding[];
}

/** An empty database, one in which nobody has set up a firm, or the firm that the operator has named. */
async function requireRoom(client: pg.Client, replace: string | undefined): Promise<void> {
  if (await isBare(client)) return;
  if (!(await hasTable(client, 'schema_migration')) || !(await hasTable(client, 'app_user')))
    throw new RestoreHindered('the database holds something else than Daybook');
  const { rows } = await client.query<{ used: boolean }>('select exists (select from app_user) as used');
  if (!rows[0]?.used) return;
  const firm = await nameOfFirm(client);
  if (replace === undefined)
    throw new RestoreHindered(
      `the database already holds a firm${firm === null ? '' : ` (${firm})`}: restore into an empty one, or give --replace with the name of the firm that is to go`,
    );
  if (replace !== (firm ?? ''))
    throw new RestoreHindered(
      firm === null
        ? `the firm in the database has no name yet: give --replace ""`
        : `the firm in the database is not ${JSON.stringify(replace)}`,
    );
}

/**
 * Seals the audit rows that the backup found unsealed. The sealer would wait for transaction ids of the old server to pass, and those of
 * this one may be far behind.
 */
const sealRest = `
  insert into audit_seal (seq, event_id, hash)
  select coalesce(last.seq, 0) + row_number() over in_order, event.id, hash_chain(event.hash, coalesce(last.hash, ''::bytea)) over in_order
  from audit_event event left join (select seq, hash from audit_seal order by seq desc limit 1) as last on true
  where not exists (select from audit_seal where event_id = event.id)
  window in_order as (order by event.xid, event.id)`;

/** The migration that made `installation`. */
const holding = '0017_jobs.sql';

/** Nothing leaves a restored firm by itself until an admin lets it (docs/rules.md#held-installation). */
async function hold(client: pg.Client): Promise<void> {
  // The schema of an old archive may not have it yet; after its migration it has.
  if (!(await hasTable(client, 'installation'))) return;
  // Statements that are sent together are one transaction, if none is open.
  await client.query(`select set_config('daybook.action', 'backups.restore', true);
    update installation set held_since = now()`);
}

/** What would be refused after the hours that a large archive takes to read is refused at once. */
async function requireTarget(url: string, replace: string | undefined): Promise<void> {
  const client = await openPlainSession(url);
  try {
    await requireNobodyElse(client);
    await requireRoom(client, replace);
  } finally {
    await client.end();
  }
}

/** Everything or nothing, except in a scratch database: what was in the database before is there until the commit. */
async function load(
  url: string,
  archive: Archive,
  manifest: Manifest,
  options: RestoreOptions,
): Promise<void> {
  const client = await openPlainSession(url);
  const endStep = async () => {
    if (options.isScratch) await client.query('commit; begin');
  };
  try {
    await requireNobodyElse(client);
    await client.query('begin');
    await holdMigrations(client);
    await requireRoom(client, options.replace);
    await dropEverything(client);
    await migrateWithin(client, new Set(manifest.migrations.map(({ name }) => name)));
    await endStep();
    await loadArchive(client, archive, manifest, { ...options, endStep });
    await recordOrigin(client, archive, manifest);
    await client.query(sealRest);
    await hold(client);
    await client.query('commit');
  } finally {
    await client.end();
  }
}

async function grantedRole(client: pg.Client, role: string): Promise<string> {
  const { rows } = await client.query<{ role: string }>(
    `select coalesce((select rolname from pg_roles where rolname = $1), current_user)::text as role`,
    [role],
  );
  return rows[0]?.role ?? role;
}

/** Brings the restored schema to this release, and counts the rows of all tables for the planner. */
async function bringUpToDate(url: string, manifest: Manifest, appRole: string): Promise<string[]> {
  const client = await openPlainSession(url);
  try {
    const { applied } = await migrate(url, await grantedRole(client, appRole));
    if (!manifest.migrations.some(({ name }) => name === holding)) await hold(client);
    await client.query('analyze');
    return applied;
  } finally {
    await client.end();
  }
}

/**
 * Restores the archive into the database at `url`, whose role owns what is made. The whole archive is checked before the first row is
 * written. What is restored is held, and the books are checked at the end; the firm is there whatever they find.
 */
export async function restoreBackup(
  url: string,
  archive: Archive,
  options: RestoreOptions = {},
): Promise<Restored> {
  const { say = () => undefined, appRole = 'daybook_app' } = options;
  await requireTarget(url, options.replace);
  say('Reading the whole archive …');
  const manifest = await checkArchive(archive, options);
  say(`It holds ${manifest.firm ?? 'a firm'} as of ${manifest.at}. Loading …`);
  await load(url, archive, manifest, options);
  await options.onCommitted?.(manifest);
  say('Bringing it up to date …');
  const applied = await bringUpToDate(url, manifest, appRole);
  say('Checking the books …');
  return { manifest, applied, findings: await findFaultsAt(url) };
}
