import { copyFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { sha256 } from '../build/built.ts';
import { flush } from '../flush.ts';
import { Refused } from './refused.ts';

/** The temporary path beside a file or folder, from which one rename puts it in place. The next write overwrites what a crash leaves. */
export const unfinished = (path: string): string => join(dirname(path), `.${basename(path)}.new`);

/** Renames finished files over the old ones; after a crash each path has either the old or the new file. */
export function putInPlace(paths: readonly string[]): void {
  for (const path of paths) renameSync(unfinished(path), path);
  for (const folder of new Set(paths.map(dirname))) flush(folder);
}

export function writeWhole(path: string, content: string | Buffer): void {
  writeFileSync(unfinished(path), content);
  flush(unfinished(path));
  putInPlace([path]);
}

/** Copies a file, reads it back, and checks that it has the hash it was built with. */
export function copyVerified(from: string, to: string, hash: string): void {
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, to);
  flush(to);
  if (sha256(readFileSync(to)) !== hash) throw new Refused([`${from} was not copied as it was built`]);
}
