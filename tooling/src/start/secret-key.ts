import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { writeOnce } from '../write-once.ts';

/** The key of this machine, 32 bytes in base64: made at the first start, readable by its owner alone, and the same ever after. */
export function machineKey(file: string): string {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  if (!existsSync(file)) writeOnce(file, `${randomBytes(32).toString('base64')}\n`);
  return readFileSync(file, 'utf8').trim();
}
