import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { writeOnce } from '../write-once.ts';

/** The key of this machine, 32 bytes in base64. It is created at the first start, readable only by its owner, and never changes. */
export function machineKey(file: string): string {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  if (!existsSync(file)) writeOnce(file, `${randomBytes(32).toString('base64')}\n`);
  return readFileSync(file, 'utf8').trim();
}
