import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { flush } from '../flush.ts';
import { writeOnce } from '../write-once.ts';

/** The key of this machine, 32 bytes in base64. It is created at the first start, readable only by its owner, and only a restore or `pnpm rotate-secret` replaces it. */
export function machineKey(file: string): string {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  if (!existsSync(file)) writeOnce(file, `${randomBytes(32).toString('base64')}\n`);
  return readFileSync(file, 'utf8').trim();
}

/** The restored firm needs its key at every start. Another key that was here belongs to what the restore has replaced, and is set aside. */
export function keepKey(file: string, key: string): void {
  if (existsSync(file) && readFileSync(file, 'utf8').trim() !== key) {
    let aside = `${file}.before-restore`;
    for (let no = 2; existsSync(aside); no += 1) aside = `${file}.before-restore-${no}`;
    renameSync(file, aside);
  }
  if (!existsSync(file)) writeOnce(file, `${key}\n`);
}

const beforeOf = (file: string): string => `${file}.before`;

/** The key before that of `file`, while secrets may still be encrypted with it. */
export const keyBefore = (file: string): string | undefined =>
  existsSync(beforeOf(file)) ? readFileSync(beforeOf(file), 'utf8').trim() : undefined;

/**
 * Makes a new key and keeps the present one beside it, in an order in which no crash leaves a secret without its key. If an earlier
 * rotation has not ended, its keys stay.
 */
export function beginRotation(file: string): void {
  const present = machineKey(file);
  writeOnce(beforeOf(file), `${present}\n`);
  if (keyBefore(file) !== present) return;
  const next = `${file}.next`;
  writeFileSync(next, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flush: true });
  renameSync(next, file);
  flush(dirname(file));
}

/** Nothing is encrypted with the key before any more. It stays readable, because earlier backups need it. */
export function endRotation(file: string): string {
  let aside = `${file}.of-earlier-backups`;
  for (let no = 2; existsSync(aside); no += 1) aside = `${file}.of-earlier-backups-${no}`;
  renameSync(beforeOf(file), aside);
  flush(dirname(file));
  return aside;
}
