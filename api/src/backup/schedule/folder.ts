import { rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { BackupFault } from '@daybook/contracts/settings/backups/backups';

/** Another server probes at the same moment. */
function unlessThere(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}

/**
 * Why no backup can be written into the folder; null if one can. The folder is never made: where a drive is not mounted, a new folder
 * would lie on the disk of the server.
 */
export async function faultOfFolder(
  folder: string,
): Promise<Extract<BackupFault, 'FOLDER_MISSING' | 'FOLDER_NOT_WRITABLE'> | null> {
  const found = await stat(folder).catch(() => null);
  if (!found?.isDirectory()) return 'FOLDER_MISSING';
  // Always the same name, so that the next probe deletes what a killed server has left.
  const probe = path.join(folder, '.daybook-probe');
  try {
    await rm(probe, { force: true });
    await writeFile(probe, '', { flag: 'wx' }).catch(unlessThere);
    await rm(probe, { force: true });
    return null;
  } catch {
    return 'FOLDER_NOT_WRITABLE';
  }
}
