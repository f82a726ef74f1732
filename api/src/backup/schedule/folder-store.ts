import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { backUpToFile } from '../backup-to-file.ts';
import { storedArchive } from '../stored-archive.ts';
import { BackupFailed } from './fault.ts';
import { faultOfFolder } from './folder.ts';
import type { BackupStore } from './backup-store.ts';

/** The folder of the environment (`isUsual`) is made by the server; one of the settings has to be there. */
export function folderStore(folder: string, { isUsual = false } = {}): BackupStore {
  // The name on record has no folder in it; a law sees to that, and this does too.
  const fileOf = (name: string) => path.join(folder, path.basename(name));
  return {
    place: folder,
    async require() {
      if (isUsual) await mkdir(folder, { recursive: true });
      const fault = await faultOfFolder(folder);
      if (fault !== null) throw new BackupFailed(fault, folder);
    },
    backUp: (url, { name, ...options }) => backUpToFile(url, fileOf(name), options),
    async sizeOf(name) {
      const found = await stat(fileOf(name)).catch(() => null);
      if (found?.isFile()) return found.size;
      if ((await stat(folder).catch(() => null)) === null) throw new BackupFailed('FOLDER_MISSING', folder);
      return null;
    },
    archive: (name) => storedArchive(fileOf(name)),
    remove: (name) => rm(fileOf(name)),
    async discard(name) {
      const there = await readdir(folder).catch(() => []);
      const written = there.filter(
        (one) => one === name || (one.startsWith(`${name}.`) && one.endsWith('.partial')),
      );
      await Promise.all(written.map((one) => rm(path.join(folder, one), { force: true })));
    },
  };
}
