import { holdMigrations } from '../db/migrate.ts';
import { findFaultsAt } from '../books/find-faults-at.ts';
import { hasTable, nameOfFirm } from './catalog.ts';
import { RestoreHindered } from './manifest.ts';
import { endOpenBackups } from './record-origin.ts';
import { requireNobodyElse } from './require-nobody-else.ts';
import type { Restored, RestoreOptions } from './restore-backup.ts';
import { bringUpToDate, hold, sealRest } from './restored-firm.ts';
import { openPlainSession } from './write-backup.ts';

interface Settled extends Omit<Restored, 'manifest'> {
  firm: string | null;
}

interface Settling extends Pick<RestoreOptions, 'say' | 'appRole'> {
  /** Called as soon as the firm is held, before the schema is brought up to date and the books are checked. */
  onCommitted?: () => Promise<void>;
}

async function settle(url: string): Promise<string | null> {
  const client = await openPlainSession(url);
  try {
    await requireNobodyElse(client);
    await client.query('begin');
    await holdMigrations(client);
    if (!(await hasTable(client, 'audit_seal')))
      throw new RestoreHindered('the database holds no firm: load the dump into it first');
    await endOpenBackups(client, new Date().toISOString());
    await client.query(sealRest);
    await hold(client);
    const firm = await nameOfFirm(client);
    await client.query('commit');
    return firm;
  } finally {
    await client.end();
  }
}

/**
 * Makes of a dump of PostgreSQL, which has just been loaded into the database at `url`, what a restored backup is: held, sealed to its
 * end, of this release, and checked.
 */
export async function settleDump(
  url: string,
  { say = () => undefined, appRole = 'daybook_app', onCommitted }: Settling = {},
): Promise<Settled> {
  const firm = await settle(url);
  await onCommitted?.();
  say('Bringing it up to date …');
  const applied = await bringUpToDate(url, appRole);
  say('Checking the books …');
  return { firm, applied, findings: await findFaultsAt(url) };
}
