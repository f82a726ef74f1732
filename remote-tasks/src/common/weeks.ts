import type { TimesheetStatus } from '@daybook/contracts/tasks/time/timesheets';
import type { Tone } from '@daybook/shared/record/status-tag';
import { useMay, useMe } from '@daybook/shared/session';
import { daysAfter } from './days.ts';

export const weekTones: Record<TimesheetStatus, Tone> = {
  open: 'draft',
  submitted: 'waiting',
  approved: 'done',
};

/** The Monday of a day’s week. */
export const mondayOf = (date: string): string =>
  daysAfter(date, -((new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7));

/** Whether the person may approve the time of somebody. Only the server knows of whom. */
export function useLeads(): boolean {
  const me = useMe();
  const mayEdit = useMay('tasks.edit');
  return mayEdit || ['manager', 'admin', 'super_admin'].includes(me?.userType ?? '');
}
