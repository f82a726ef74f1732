import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Sends a signal to a PostgreSQL and its sessions, each of which is a process group of its own. On Linux only. */
export function signalServer(server: ChildProcess, name: NodeJS.Signals): void {
  const { pid } = server;
  if (pid === undefined || server.exitCode !== null || server.signalCode !== null) return;
  const sessions = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  for (const one of [pid, ...sessions.map(Number)]) {
    try {
      process.kill(one, name);
    } catch {
      // It ended meanwhile.
    }
  }
}
