import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { memoryFolder } from '@daybook/tooling/memory-folder';

/** A disk of its own for one folder of a database. */
export interface SmallDisk {
  /** Leaves no room on it. */
  fill(): void;
  /** Makes the room again. */
  free(): void;
  remove(): void;
}

const run = (program: string, ...given: string[]) =>
  execFileSync(program, given, { stdio: ['ignore', 'ignore', 'pipe'] });

const portion = Buffer.alloc(64 * 1024);

/** Moves a folder of a stopped database to a disk of so many megabytes. */
export function moveToSmallDisk(folder: string, megabytes: number): SmallDisk {
  const home = mkdtempSync(path.join(memoryFolder() ?? tmpdir(), 'daybook-small-disk-'));
  chmodSync(home, 0o755);
  const [mounted, moved] = [path.join(home, 'mounted'), path.join(home, 'mounted/moved')];
  const ballast = path.join(mounted, 'ballast');
  mkdirSync(mounted);
  run('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', mounted);
  const { uid, gid } = lstatSync(folder);
  run('cp', '-a', folder, moved);
  renameSync(folder, `${folder}.before`);
  symlinkSync(moved, folder);
  run('chown', '-h', `${uid}:${gid}`, folder);
  return {
    fill() {
      try {
        for (;;) writeFileSync(ballast, portion, { flag: 'a' });
      } catch (error) {
        if ((error as { code?: string }).code !== 'ENOSPC') throw error;
      }
    },
    free: () => rmSync(ballast),
    remove() {
      run('umount', mounted);
      rmSync(home, { recursive: true });
    },
  };
}
