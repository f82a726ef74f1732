import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Has the content of a file, or the names in a folder, on the disk when it returns: until then a power cut may take them. */
export function flush(path: string): void {
  const handle = openSync(path, 'r');
  fsyncSync(handle);
  closeSync(handle);
}
