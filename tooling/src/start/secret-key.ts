import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { writeOnce } from '../write-once.ts';

/** The key of this machine, 32 bytes in base64. It is created at the first start, readable only by its owner, and only a restore replaces it. */
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
