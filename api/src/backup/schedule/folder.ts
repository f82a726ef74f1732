import { randomUUID } from 'node:crypto';
import { rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { BackupFault } from '@daybook/contracts/settings/backups/backups';

/**
 * Why no backup can be written into the folder; null if one can. The folder is never made: where a drive is not mounted, a new folder
 * would lie on the disk of the server.
 */
export async function faultOfFolder(
  folder: string,
): Promise<Extract<BackupFault, 'FOLDER_MISSING' | 'FOLDER_NOT_WRITABLE'> | null> {
  const found = await stat(folder).catch(() => null);
  if (!found?.isDirectory()) return 'FOLDER_MISSING';
  const probe = path.join(folder, `.daybook-probe-${randomUUID()}`);
  try {
    await writeFile(probe, '', { flag: 'wx' });
    return null;
  } catch {
    return 'FOLDER_NOT_WRITABLE';
  } finally {
    await rm(probe, { force: true });
  }
}
