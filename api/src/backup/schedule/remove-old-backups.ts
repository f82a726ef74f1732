import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Db } from '../../db/database.ts';
import { storedSchedule } from './backup-settings.queries.ts';
import { backupsToRemove } from './retention.rules.ts';

interface Written {
  id: string;
  day: string;
  folder: string;
  file: string;
  bytes: number;
}

/** Whether the file is gone. One of another size is not the file that was written, and stays; so does one whose drive is not there. */
async function removeFile({ folder, file, bytes }: Written): Promise<boolean> {
  const whole = path.join(folder, path.basename(file));
  const found = await stat(whole).catch(() => null);
  if (found === null) return (await stat(folder).catch(() => null)) !== null;
  if (!found.isFile() || found.size !== bytes) return false;
  await rm(whole);
  return true;
}

/**
 * Deletes the files of scheduled backups that are no longer kept. Only files on record are touched; backups by hand, and those that
 * cannot be relied on, neither count nor go.
 */
export async function removeOldBackups(db: Db, log: Pick<Logger, 'warn'>): Promise<void> {
  const written = await db
    .selectFrom('backup')
    .select(['id', sql<string>`night`.as('day'), 'folder', 'file', 'bytes'])
    .where('kind', '=', 'scheduled')
    .where('removedAt', 'is', null)
    .where(sql<boolean>`is_good(backup)`)
    .orderBy('id', 'desc')
    .$castTo<Written>()
    .execute();
  const gone = new Set(backupsToRemove(written, await storedSchedule(db)));
  for (const backup of written.filter(({ id }) => gone.has(id))) {
    if (await removeFile(backup))
      await db
        .updateTable('backup')
        .set({ removedAt: sql<string>`clock_timestamp()` })
        .where('id', '=', backup.id)
        .execute();
    else log.warn({ file: backup.file }, 'an old backup could not be deleted');
  }
}
