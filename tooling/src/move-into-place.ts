import { existsSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { flush } from './flush.ts';

/** Gives a whole folder its name. If another process did so first, this copy goes. */
export function moveIntoPlace(copy: string, target: string): void {
  try {
    renameSync(copy, target);
    flush(dirname(target));
  } catch (error) {
    rmSync(copy, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  }
}
