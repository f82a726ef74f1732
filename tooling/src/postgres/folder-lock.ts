import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export class FolderInUse extends Error {
  override name = 'FolderInUse';
}

/**
 * Takes the folder for this process, or throws FolderInUse at once; the answer gives it back.
 * The lock is SQLite's own lock on an empty file: the operating system drops it however the process ends, so there is
 * no stale lock to judge, as there would be with a file that holds a process id.
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

// Only for the message: the lock is what counts, and its holder may be about to write this.
function readHolder(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return 'just started';
  }
}
