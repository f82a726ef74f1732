import { execFileSync } from 'node:child_process';

/** The user as whom root starts what refuses to run as root; undefined for everybody else. */
export function nobodyForRoot(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const [uid = 0, gid = 0] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, 'nobody'])));
  return { uid, gid };
}
