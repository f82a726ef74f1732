import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Refused } from './refused.ts';

const WAIT_MS = 120_000;

/**
 * Changes of a site run one after the other. As in postgres/folder-lock.ts, the lock is SQLite's own on an empty file, which the
 * operating system releases however the process ends; here a second process waits for it.
 */
export function withSiteLock<Result>(site: string, work: () => Result, waitMs = WAIT_MS): Result {
  if (!existsSync(site)) throw new Refused([`there is no site in ${site}`]);
  const lock = new DatabaseSync(join(site, '.lock'), { timeout: waitMs });
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return work();
  } catch (error) {
    if (!String(error).includes('database is locked')) throw error;
    throw new Refused([`another release into ${site} has not ended for ${waitMs / 1000} s`]);
  } finally {
    lock.close();
  }
}
