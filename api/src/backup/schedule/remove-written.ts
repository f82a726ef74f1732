import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';

interface Named {
  folder: string | null;
  file: string | null;
}

/** Deletes half a file, or a whole one whose backup is on record as failed: nobody else would ever delete it. */
export async function removeWritten({ folder, file }: Named): Promise<void> {
  if (folder === null || file === null) return;
  const there = await readdir(folder).catch(() => []);
  const written = there.filter(
    (name) => name === file || (name.startsWith(`${file}.`) && name.endsWith('.partial')),
  );
  await Promise.all(written.map((name) => rm(path.join(folder, name), { force: true })));
}
