import type { BackupVerdict } from '@daybook/contracts/settings/backups/backups';

export interface Facts {
  isHeld: boolean;
  isOn: boolean;
  isOverdue: boolean;
  hasGood: boolean;
  /** How the last backup that has ended, and the last test, went; null if there was none. */
  last: 'done' | 'failed' | null;
  lastTest: 'good' | 'failed' | null;
  /** Whether a test of the last forty days succeeded. */
  isTested: boolean;
  /** Whether the last successful test opened the file: the server cannot if it was encrypted for public keys. */
  isOpened: boolean;
}

/** Whether the firm is safe. The first that applies is said. */
export function verdictOf(facts: Facts): BackupVerdict {
  if (facts.isHeld) return 'held';
  if (!facts.isOn) return 'off';
  if (facts.isOverdue) return 'overdue';
  if (facts.lastTest === 'failed') return 'testFailed';
  if (facts.last === 'failed') return 'failed';
  if (!facts.hasGood) return 'never';
  if (!facts.isTested) return 'untested';
  return facts.isOpened ? 'safe' : 'unopened';
}
