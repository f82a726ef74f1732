import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { timeEntries } from '@daybook/contracts/tasks/time/task-time';
import type { TimesheetRow } from '@daybook/contracts/tasks/time/timesheets';
import { useSave } from '@daybook/shared/form/use-save';
import { durationText, parseDuration } from '@daybook/shared/inputs/duration-input';
import { TypedInput } from '@daybook/shared/inputs/typed-input';
import { notify } from '@daybook/shared/notify';
import { refusalText } from '@daybook/shared/read/refusal-text';
import { dayName } from './day-name.ts';
import { moveFocus } from './move-focus.ts';

interface DayCellProps {
  row: TimesheetRow;
  /** The place in the grid: the row and the day. */
  at: readonly [row: number, day: number];
  date: string;
  isOpen: boolean;
}

/** Records, changes or removes the entry of a task and day. */
function useKeep({ row, at: [, day], date }: DayCellProps) {
  const create = useSave(timeEntries.create);
  const edit = useSave(timeEntries.edit);
  const remove = useSave(timeEntries.remove);
  const { task } = row;
  const entry = row.days[day]?.entry ?? null;
  return async (minutes: number): Promise<void> => {
    if (entry === null) {
      if (task === null || minutes === 0) return;
      await create.save({ taskId: task.id, workedOn: date, minutes, billable: task.billable });
    } else if (minutes === 0) await remove.save({ id: entry.id }, entry.version);
    else {
      const { id, billable, note, version } = entry;
      await edit.save({ id, workedOn: date, minutes, billable, note }, version);
    }
  };
}

/** The time of one task on one day. Several entries, and time with a start and an end, are shown only. */
export function DayCell(props: DayCellProps) {
  const { row, at, date, isOpen } = props;
  const { t } = useTranslation('tasks');
  const { minutes: stored = 0, entry = null } = row.days[at[1]] ?? {};
  const [value, setValue] = useState<number | string | null>(stored || null);
  const keep = useKeep(props);
  if (!isOpen || row.task === null || (entry === null && stored > 0))
    return stored > 0 ? <bdi>{durationText(stored)}</bdi> : null;

  const leave = async () => {
    if (typeof value === 'string') {
      notify.failure(t('shared:field.DURATION_FORMAT'));
      setValue(stored || null);
      return;
    }
    if ((value ?? 0) === stored) return;
    try {
      await keep(value ?? 0);
    } catch (error) {
      notify.failure(refusalText(error));
      setValue(stored || null);
    }
  };
  return (
    <TypedInput<number>
      aria-label={t('timesheet.cell', { task: row.task.label, day: dayName(date) })}
      data-row={at[0]}
      data-day={at[1]}
      onKeyDown={moveFocus}
      inputMode="text"
      size="small"
      value={value}
      onChange={setValue}
      onBlur={() => void leave()}
      parse={parseDuration}
      format={(given) => (typeof given === 'number' ? durationText(given) : given)}
    />
  );
}
