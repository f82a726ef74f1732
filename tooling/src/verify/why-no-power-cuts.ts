import { existsSync } from 'node:fs';

/** Why this machine cannot cut the power of a disk, as the test of power cuts does; undefined if it can. */
export function whyNoPowerCuts(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'only root on Linux can mount a disk';
  const needed = ['/dev/loop-control', '/usr/sbin/mkfs.ext4', '/usr/bin/perl'];
  const missing = needed.find((path) => !existsSync(path));
  return missing && `there is no ${missing}`;
}
