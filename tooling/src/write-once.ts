import { linkSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/** Writes a secret whole or not at all, readable by its owner alone; who comes second keeps what is there. */
export function writeOnce(file: string, text: string): void {
  const whole = `${file}.${process.pid}`;
  writeFileSync(whole, text, { mode: 0o600 });
  try {
    // Unlike a rename, a link takes no other's place.
    linkSync(whole, file);
  } catch (error) {
    // A file system without links can still move it there in one step.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') renameSync(whole, file);
  } finally {
    rmSync(whole, { force: true });
  }
}
