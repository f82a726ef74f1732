import { mkdirSync, statfsSync } from 'node:fs';
import { totalmem } from 'node:os';

const gigabyte = 1024 ** 3;

/**
 * A folder in memory for files that need not outlive the tests; undefined if the machine has none or little memory. A disk takes twenty
 * times as long to clone a database, most of it processor time.
 */
export function memoryFolder(): string | undefined {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    if (totalmem() < 8 * gigabyte || bavail * bsize < 3 * gigabyte) return undefined;
    const folder = `/dev/shm/daybook-${process.getuid?.() ?? 0}`;
    mkdirSync(folder, { recursive: true, mode: 0o755 });
    return folder;
  } catch {
    return undefined;
  }
}
