import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export class FolderInUse extends Error {
  override name = 'FolderInUse';
}

/**
 * Locks the folder for this process, or throws FolderInUse at once; the returned function unlocks it.
 * The lock is SQLite's own lock on an empty file. The operating system releases it however the process ends, so it cannot become stale
 * as a file with a process id can.
 */
export function lockFolder(folder: string): () => void {
  const lock = new DatabaseSync(join(folder, 'lock'), { timeout: 0 });
  const holder = join(folder, 'lock-holder');
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (!String(error).includes('database is locked')) throw error;
    throw new FolderInUse(
      `The data in ${folder} is in use by another running Daybook (process ${readHolder(holder)}). ` +
        'Stop that one first (Ctrl+C where it runs), or open the address it printed.',
    );
  }
  writeFileSync(holder, String(process.pid));
  return () => {
    if (lock.isOpen) lock.close();
  };
}

// Used only in the message. Its holder may not have written the file yet.
function readHolder(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return 'just started';
  }
}
