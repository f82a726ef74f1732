import type { StoredArchive } from '../stored-archive.ts';
import type { Backup, BackupOptions } from '../write-backup.ts';

/** Where backups are kept: a folder, or a bucket. What hinders it is a BackupFailed. */
export interface BackupStore {
  /** On record with each backup. */
  place: string;
  /** Refuses where nothing can be written. */
  require(): Promise<void>;
  /** Writes a backup; it has its name once it is complete. `begun` records what ends it if the server is killed. */
  backUp(url: string, options: BackupOptions, begun: (upload: string) => Promise<unknown>): Promise<Backup>;
  /** Null if there is no such file. */
  sizeOf(name: string): Promise<number | null>;
  archive(name: string): StoredArchive;
  remove(name: string): Promise<void>;
  /** Deletes half a file, or a whole one whose backup is on record as failed: nobody else would ever delete it. */
  discard(name: string, upload: string | null): Promise<void>;
}
