import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Place } from './place.ts';

/**
 * Removes the lock files of a server that no longer runs. PostgreSQL does so itself unless some process has the id in them, or they are
 * empty: after a power failure that process may be any program of the same user, and PostgreSQL then never starts. The caller holds the
 * lock of the folder, so no other start is under way; a server that outlived its supervisor is recognised by its command. Returns the id
 * of the program.
 */
export function removeLeftLocks({ data, sockets }: Place, port: number): number | undefined {
  let found: number | undefined;
  for (const lock of [join(data, 'postmaster.pid'), join(sockets, `.s.PGSQL.${port}.lock`)]) {
    const text = textIn(lock);
    if (text === '') rmSync(lock);
    const pid = pidIn(text);
    const command = pid === undefined ? undefined : commandOf(pid);
    if (command === undefined || isServerOf(command, data)) continue;
    rmSync(lock);
    found = pid;
  }
  return found;
}

/** A server's command is `<folder>/postgres -D <data> …`; its children have other names, and are never in these files. */
const isServerOf = (command: string, data: string): boolean =>
  /postgres/.test(command) && command.includes(data);

function textIn(lock: string): string | undefined {
  try {
    return readFileSync(lock, 'utf8');
  } catch {
    return undefined;
  }
}

function pidIn(text = ''): number | undefined {
  const pid = Number(text.split('\n')[0]);
  return Number.isInteger(pid) && pid > 0 ? pid : undefined;
}

/** Undefined if there is no such process, and if it has ended or does not show its command. */
function commandOf(pid: number): string | undefined {
  try {
    const command =
      process.platform === 'linux'
        ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
        : execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    return command.trim() || undefined;
  } catch {
    return undefined;
  }
}
