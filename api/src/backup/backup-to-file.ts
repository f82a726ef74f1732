import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { archiveName, BackupRefused } from './manifest.ts';
import { writeBackup } from './write-backup.ts';
import type { Backup, BackupOptions } from './write-backup.ts';

const kindOf = async (file: string): Promise<'folder' | 'file' | null> => {
  const found = await stat(file).catch(() => null);
  if (!found) return null;
  return found.isDirectory() ? 'folder' : 'file';
};

/** The file that `to` names: itself, or one with today's name in that folder. */
async function fileOf(to: string, isEncrypted: boolean): Promise<string> {
  const isFolder = to.endsWith(path.sep) || (await kindOf(to)) === 'folder';
  const file = path.resolve(isFolder ? path.join(to, archiveName(new Date(), isEncrypted)) : to);
  if (await kindOf(file)) throw new BackupRefused(`${file} exists already`);
  return file;
}

/** Not every system lets a folder be written through, such as a shared drive of a virtual machine: PostgreSQL passes over these as well. */
const cannot = new Set(['EINVAL', 'EBADF', 'EISDIR', 'EPERM']);

/** What was written before a power failure is there after it, under its name. */
export async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder);
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (!cannot.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

/** Writes a backup to a file, or into a folder. Until the last byte is on the disk it has another name. */
export async function backUpToFile(
  url: string,
  to: string,
  options: Omit<BackupOptions, 'name'> = {},
): Promise<Backup & { file: string }> {
  const file = await fileOf(to, options.encryption !== undefined);
  await mkdir(path.dirname(file), { recursive: true });
  const unfinished = `${file}.${process.pid}.partial`;
  const sink = createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true });
  try {
    // While nothing listens to it yet, its error would end the process.
    await once(sink, 'open');
    const backup = await writeBackup(url, sink, { ...options, name: path.basename(file) });
    await rename(unfinished, file);
    await syncFolder(path.dirname(file));
    return { ...backup, file };
  } catch (error) {
    sink.destroy();
    await rm(unfinished, { force: true });
    throw error;
  }
}
