import type pg from 'pg';
import type { BookFinding } from '@daybook/contracts/settings/book-checks/book-checks';
import { holdMigrations, migrateWithin } from '../db/migrate.ts';
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
import { bringUpToDate, hold, sealRest } from './restored-firm.ts';
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
  const applied = await bringUpToDate(url, appRole);
  say('Checking the books …');
  return { manifest, applied, findings: await findFaultsAt(url) };
}
