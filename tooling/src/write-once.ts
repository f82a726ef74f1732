import { linkSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { flush } from './flush.ts';

/**
 * Writes a secret completely or not at all, readable only by its owner. If the file exists already, it remains unchanged. It is on the
 * disk before anything is made that needs it: after a power cut there would be data without its passwords.
 */
export function writeOnce(file: string, text: string): void {
  const whole = `${file}.${process.pid}`;
  writeFileSync(whole, text, { mode: 0o600, flush: true });
  try {
    // Unlike a rename, a link does not replace an existing file.
    linkSync(whole, file);
  } catch (error) {
    // On a file system without links, a rename still puts it there in one step.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') renameSync(whole, file);
  } finally {
    rmSync(whole, { force: true });
  }
  flush(dirname(file));
}
