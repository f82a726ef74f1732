import {
  closeSync,
  copyFileSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { sha256 } from '../build/built.ts';
import { Refused } from './refused.ts';

export function flush(path: string): void {
  const handle = openSync(path, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

/** Beside the file or folder, so that a rename puts it in place at once; what a crash leaves is overwritten next time. */
export const unfinished = (path: string): string => join(dirname(path), `.${basename(path)}.new`);

/** Puts what is finished in place of what was: after a crash there is the one or the other. */
export function putInPlace(paths: readonly string[]): void {
  for (const path of paths) renameSync(unfinished(path), path);
  for (const folder of new Set(paths.map(dirname))) flush(folder);
}

export function writeWhole(path: string, content: string | Buffer): void {
  writeFileSync(unfinished(path), content);
  flush(unfinished(path));
  putInPlace([path]);
}

/** Copies and reads back: what was copied has to have the hash it was built with. */
export function copyVerified(from: string, to: string, hash: string): void {
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, to);
  flush(to);
  if (sha256(readFileSync(to)) !== hash) throw new Refused([`${from} was not copied as it was built`]);
}
