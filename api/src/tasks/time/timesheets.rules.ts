import type { TimesheetRow } from '@daybook/contracts/tasks/time/timesheets';

/** A time entry of a week. */
export interface WeekEntry {
  id: string;
  version: number;
  taskId: string;
  no: string;
  title: string;
  isTaskBillable: boolean;
  clientId: string | null;
  clientName: string | null;
  /** Days since Monday. */
  day: number;
  minutes: number;
  billable: boolean;
  note: string | null;
  /** Whether it cannot be changed as a cell. */
  isFixed: boolean;
  /** Whether the reader sees its task. */
  isSeen: boolean;
}

/** The time of one task and day. Only a single entry without start and end can be changed as a cell. */
function cellOf(entries: readonly WeekEntry[]): TimesheetRow['days'][number] {
  const [only, ...others] = entries;
  const minutes = entries.reduce((sum, entry) => sum + entry.minutes, 0);
  if (only === undefined || others.length > 0 || only.isFixed) return { minutes, entry: null };
  const { id, version, billable, note } = only;
  return { minutes, entry: { id, version, minutes, billable, note } };
}

/** A row for each task, in the order of the entries. */
export const rowsOf = (entries: readonly WeekEntry[]): TimesheetRow[] =>
  [...Map.groupBy(entries, ({ taskId }) => taskId).values()].flatMap((ofTask) => {
    const [first] = ofTask;
    if (first === undefined) return [];
    const { taskId, no, title, isTaskBillable, clientId, clientName, isSeen } = first;
    return [
      {
        task: isSeen ? { id: taskId, no, label: title, billable: isTaskBillable } : null,
        client: isSeen && clientId !== null ? { id: clientId, label: clientName ?? '' } : null,
        days: Array.from({ length: 7 }, (_none, day) => cellOf(ofTask.filter((entry) => entry.day === day))),
      },
    ];
  });
