import { useEffect, useRef, useState } from 'react';
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

type Entry = NonNullable<TimesheetRow['days'][number]['entry']>;
interface Held {
  minutes: number;
  entry: Entry | null;
}

/**
 * Records, changes or removes the entry of a task and day. Writes of one cell are sent one after the other, each on what the one
 * before has left: the week may not have been read again by then.
 */
function useKeep({ row: { task }, date }: DayCellProps, { minutes: stored, entry }: Held) {
  const create = useSave(timeEntries.create);
  const edit = useSave(timeEntries.edit);
  const remove = useSave(timeEntries.remove);
  const held = useRef<Held>({ minutes: stored, entry });
  const last = useRef<Promise<void>>(Promise.resolve());
  useEffect(() => {
    held.current = { minutes: stored, entry };
  }, [stored, entry]);
  const write = async (minutes: number): Promise<void> => {
    const { minutes: before, entry: known } = held.current;
    if (task === null || minutes === before) return;
    if (minutes === 0 && known !== null) {
      await remove.save({ id: known.id }, known.version);
      held.current = { minutes, entry: null };
      return;
    }
    const { id, version, billable, note } = known ?? { billable: task.billable, note: null };
    const fields = { workedOn: date, minutes, billable, note };
    const saved =
      id === undefined
        ? await create.save({ taskId: task.id, ...fields })
        : await edit.save({ id, ...fields }, version);
    held.current = { minutes, entry: { ...saved, minutes } };
  };
  return async (minutes: number): Promise<void> => {
    const mine = last.current.then(() => write(minutes));
    last.current = mine.catch(() => undefined);
    return mine;
  };
}

interface Typed {
  value: number | string | null;
  /** What the cell held when it was typed. */
  over: string;
  /** Whether the field was left since, and so is sent. */
  isSent: boolean;
}

/** The time of one task on one day. Several entries, and time with a start and an end, are shown only. */
export function DayCell(props: DayCellProps) {
  const { row, at, date, isOpen } = props;
  const { t } = useTranslation('tasks');
  const { minutes: stored = 0, entry = null } = row.days[at[1]] ?? {};
  const over = `${stored} ${entry?.version}`;
  const [typed, setTyped] = useState<Typed | null>(null);
  const keep = useKeep(props, { minutes: stored, entry });
  if (!isOpen || row.task === null || (entry === null && stored > 0))
    return stored > 0 ? <bdi>{durationText(stored)}</bdi> : null;

  const leave = async () => {
    if (typed === null || typed.isSent) return;
    if (typeof typed.value === 'string') {
      notify.failure(t('shared:field.DURATION_FORMAT'));
      setTyped(null);
      return;
    }
    setTyped({ ...typed, isSent: true });
    try {
      await keep(typed.value ?? 0);
    } catch (error) {
      notify.failure(refusalText(error));
      setTyped(null);
    }
  };
  // What was sent is shown until the week has been read again.
  const isShown = typed !== null && (!typed.isSent || typed.over === over);
  return (
    <TypedInput<number>
      aria-label={t('timesheet.cell', { task: row.task.label, day: dayName(date) })}
      data-row={at[0]}
      data-day={at[1]}
      onKeyDown={moveFocus}
      inputMode="text"
      size="small"
      value={isShown ? typed.value : stored || null}
      onChange={(value) => setTyped({ value, over, isSent: false })}
      onBlur={() => void leave()}
      parse={parseDuration}
      format={(given) => (typeof given === 'number' ? durationText(given) : given)}
    />
  );
}
