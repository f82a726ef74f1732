import type { Db } from '../../db/database.ts';
import { storedSchedule } from './backup-settings.queries.ts';
import type { BackupPlace } from './place.ts';
import { storeAt } from './store.ts';

interface Named {
  folder: string | null;
  file: string | null;
  upload: string | null;
}

/** Deletes what failed backups have left. A bucket that does not answer keeps it: the backup is on record as failed either way. */
export async function discardWritten(db: Db, backups: Named[], place: BackupPlace): Promise<void> {
  const schedule = await storedSchedule(db);
  for (const { folder, file, upload } of backups) {
    if (folder === null || file === null) continue;
    try {
      await storeAt(folder, schedule, place).discard(file, upload);
    } catch {
      continue;
    }
  }
}
