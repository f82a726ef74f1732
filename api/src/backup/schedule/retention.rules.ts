import { addDays, weekdayOf } from '@daybook/contracts/plain-date';

export interface Dated {
  id: string;
  /** The day of the firm on which the backup was due. */
  day: string;
}

export interface Retention {
  keepDaily: number;
  keepWeekly: number;
  keepMonthly: number;
}

const mondayOf = (day: string): string => addDays(day, 1 - weekdayOf(day));

const periods = [
  { of: (day: string) => day, most: 'keepDaily' },
  { of: mondayOf, most: 'keepWeekly' },
  { of: (day: string) => day.slice(0, 7), most: 'keepMonthly' },
] as const;

/**
 * The ids of the backups that are no longer kept. Of each of the last days, weeks (from Monday) and months that have a backup, the
 * newest one is kept. Days without a backup do not count, so that a pause deletes nothing. `backups` has the newest first.
 */
export function backupsToRemove(backups: readonly Dated[], retention: Retention): string[] {
  const kept = new Set<string>();
  for (const { of, most } of periods) {
    const newest = new Map<string, string>();
    for (const { id, day } of backups) if (!newest.has(of(day))) newest.set(of(day), id);
    for (const id of [...newest.values()].slice(0, retention[most])) kept.add(id);
  }
  return backups.map(({ id }) => id).filter((id) => !kept.has(id));
}
