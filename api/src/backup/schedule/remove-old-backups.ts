import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Db } from '../../db/database.ts';
import { storedSchedule } from './backup-settings.queries.ts';
import type { StoredSchedule } from './backup-settings.queries.ts';
import type { BackupPlace } from './place.ts';
import { backupsToRemove } from './retention.rules.ts';
import { storeAt } from './store.ts';

interface Written {
  id: string;
  day: string;
  folder: string;
  file: string;
  bytes: number;
}

/**
 * Whether the file is gone. One of another size is not the file that was written, and stays; so does one whose drive is not there, or whose
 * bucket does not answer.
 */
async function removeFile({ folder, file, bytes }: Written, schedule: StoredSchedule, place: BackupPlace) {
  try {
    const store = storeAt(folder, schedule, place);
    const size = await store.sizeOf(file);
    if (size === null) return true;
    if (size !== bytes) return false;
    await store.remove(file);
    return true;
  } catch {
    return false;
  }
}

/**
 * Deletes the files of scheduled backups that are no longer kept. Only files on record are touched; backups by hand, and those that
 * cannot be relied on, neither count nor go.
 */
export async function removeOldBackups(db: Db, place: BackupPlace, log: Pick<Logger, 'warn'>): Promise<void> {
  const written = await db
    .selectFrom('backup')
    .select(['id', sql<string>`night`.as('day'), 'folder', 'file', 'bytes'])
    .where('kind', '=', 'scheduled')
    .where('removedAt', 'is', null)
    .where(sql<boolean>`is_good(backup)`)
    .orderBy('id', 'desc')
    .$castTo<Written>()
    .execute();
  const schedule = await storedSchedule(db);
  const gone = new Set(backupsToRemove(written, schedule));
  for (const backup of written.filter(({ id }) => gone.has(id))) {
    if (await removeFile(backup, schedule, place))
      await db
        .updateTable('backup')
        .set({ removedAt: sql<string>`clock_timestamp()` })
        .where('id', '=', backup.id)
        .execute();
    else log.warn({ file: backup.file }, 'an old backup could not be deleted');
  }
}
