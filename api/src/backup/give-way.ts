import { constants, getPriority, setPriority } from 'node:os';

/**
 * Lowers the priority of a process, so that the pages, series and mails come first. One that is lower already stays: only root may raise
 * it. A backup is written at any priority.
 */
export function giveWay(pid: number): void {
  const { PRIORITY_BELOW_NORMAL: below } = constants.priority;
  try {
    if (getPriority(pid) < below) setPriority(pid, below);
  } catch {
    // The process has ended, or the system forbids it.
  }
}
