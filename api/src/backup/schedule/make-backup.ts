import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { archiveName } from '../manifest.ts';
import { recordBackup } from '../record-backup.ts';
import type { Encryption } from '../write-archive.ts';
import { storedSchedule } from './backup-settings.queries.ts';
import type { StoredSchedule } from './backup-settings.queries.ts';
import { discardWritten } from './discard-written.ts';
import { BackupFailed, faultOf } from './fault.ts';
import type { BackupPlace } from './place.ts';
import { nextStoreAt, storeOf } from './store.ts';
import { writeApart } from './write-apart.ts';

const now = sql<string>`clock_timestamp()`;

/** The passphrase of the settings; undefined if backups are not encrypted with one. */
export function passphraseOf({ id, passphrase }: StoredSchedule, { box }: BackupPlace): string | undefined {
  if (passphrase === null) return undefined;
  try {
    return box.open(passphrase, id).toString();
  } catch {
    throw new BackupFailed('PASSPHRASE_UNREADABLE');
  }
}

function encryptionOf(schedule: StoredSchedule, place: BackupPlace): Encryption | undefined {
  if (schedule.recipients !== null) return { recipients: schedule.recipients };
  const passphrase = passphraseOf(schedule, place);
  return passphrase === undefined ? undefined : { passphrase };
}

interface Requested {
  id: string;
  askedBy: string | null;
}

async function write(
  db: Db,
  { id, askedBy }: Requested,
  place: BackupPlace,
  isStopping: () => boolean,
): Promise<void> {
  const schedule = await storedSchedule(db);
  const at = nextStoreAt(schedule, place);
  const store = storeOf(at);
  await store.require();
  const name = archiveName(new Date(), schedule.encryption !== 'none');
  const encryption = encryptionOf(schedule, place);
  const row = db.updateTable('backup').where('id', '=', id);
  await row
    .set({
      folder: store.place,
      file: name,
      passphraseSetAt: schedule.passphraseSetAt,
      recipients: schedule.recipients,
    })
    .execute();
  const work = { url: place.databaseUrl, at, options: { name, encryption } };
  const begun = (upload: string) => row.set({ upload }).execute();
  const written = await writeApart(work, { begun, isStopping });
  await row.set({ status: 'done', endedAt: now, ...written }).execute();
  await recordBackup(place.databaseUrl, name, askedBy);
}

/** Makes the requested backup, and records how it went. */
export async function makeBackup(
  db: Db,
  requested: Requested,
  place: BackupPlace,
  isStopping: () => boolean,
): Promise<void> {
  const row = db.updateTable('backup').where('id', '=', requested.id);
  await row.set({ status: 'running', startedAt: now }).execute();
  try {
    await write(db, requested, place, isStopping);
  } catch (error) {
    // The answer that it is done may have been lost: only the file of what is on record as failed is deleted.
    const failed = await row
      .where('status', '=', 'running')
      .set({ status: 'failed', endedAt: now, ...faultOf(error) })
      .returning(['folder', 'file', 'upload'])
      .execute();
    await discardWritten(db, failed, place);
  }
}
