import { execFileSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { memoryFolder } from '@daybook/tooling/memory-folder';
import { eventually } from '../installation.ts';

/** A disk of its own, whose power can be cut. */
export interface DiskToCut {
  /** Where it is mounted. */
  folder: string;
  /**
   * Ends the file system as a power cut does: what was not synced is gone, and nothing more is written. Then kills (kill -9) the given
   * supervisor and whatever runs on the disk, and mounts the disk as it was left.
   */
  cut(supervisor?: ChildProcess): Promise<void>;
  remove(): Promise<void>;
}

// EXT4_IOC_SHUTDOWN without writing the journal first: made for tests of what a file system has promised.
const shutDown = `open my $disk, '<', $ARGV[0] or die $!;
  my $at_once = pack 'L', 2; ioctl $disk, 0x8004587d, $at_once or die $!`;

/** PostgreSQL and its children work in the folder of their data. */
function killAllIn(folder: string): void {
  const isIn = (pid: string) => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`).startsWith(folder);
    } catch {
      return false;
    }
  };
  const found = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && isIn(name));
  for (const pid of found) {
    try {
      process.kill(Number(pid), 'SIGKILL');
    } catch {
      // It has just ended.
    }
  }
}

const run = (program: string, ...given: string[]) =>
  execFileSync(program, given, { stdio: ['ignore', 'ignore', 'pipe'] });

/** A file as a disk, with ext4 on it. The cache of the disk itself survives a cut. */
export function makeDiskToCut(): DiskToCut {
  const home = mkdtempSync(path.join(memoryFolder() ?? tmpdir(), 'daybook-disk-'));
  chmodSync(home, 0o755);
  const [image, folder] = [path.join(home, 'disk'), path.join(home, 'mounted')];
  mkdirSync(folder);
  const mount = () => run('mount', '-o', 'loop', image, folder);
  const release = () =>
    eventually(async () => {
      killAllIn(folder);
      run('umount', folder);
    });
  run('truncate', '--size=2G', image);
  run('mkfs.ext4', '-q', image);
  mount();
  return {
    folder,
    async cut(supervisor) {
      run('perl', '-e', shutDown, folder);
      supervisor?.kill('SIGKILL');
      await release();
      mount();
    },
    async remove() {
      await release();
      rmSync(home, { recursive: true });
    },
  };
}
