import { useEffect, useRef, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { isOpenTask } from '@daybook/contracts/tasks/tasks/task-machine';
import type { TaskRow } from '@daybook/contracts/tasks/tasks/tasks';
import { useMay } from '@daybook/shared/session';
import { today } from '@daybook/shared/today';
import { countText } from '@daybook/shared/record/count-text';
import { daysAfter } from '../../common/days.ts';
import { useDrags } from '@daybook/shared/board/use-drags';
import { recordAddress } from '../../common/addresses.ts';
import { isOverdue } from '../due.ts';
import type { Day } from './agenda.tsx';
import { formatDay, monthsAfter, type Span } from './days.ts';
import styles from './calendar.module.css';

interface DayGridProps {
  weeks: readonly string[][];
  days: ReadonlyMap<string, Day>;
  /** The day that keyboard navigation is on. */
  day: string;
  span: Span;
  moving: string | null;
  onDay: (date: string) => void;
  onOpen: (date: string) => void;
  onMove: (task: TaskRow, date: string) => void;
}

/** The day that a key leads to, following the visible order. */
function dayBy(
  key: string,
  day: string,
  { first, last, isRtl }: { first: string; last: string; isRtl: boolean },
) {
  const on = isRtl ? -1 : 1;
  return {
    ArrowRight: daysAfter(day, on),
    ArrowLeft: daysAfter(day, -on),
    ArrowDown: daysAfter(day, 7),
    ArrowUp: daysAfter(day, -7),
    Home: first,
    End: last,
    PageDown: monthsAfter(day, 1),
    PageUp: monthsAfter(day, -1),
  }[key];
}

/** The arrow keys move between days, and into other pages. Enter opens the day. */
function useDayKeys({ weeks, day, onDay }: Pick<DayGridProps, 'weeks' | 'day' | 'onDay'>) {
  // The focus moves only after a key press, so that it is not taken from elsewhere.
  const isByKey = useRef(false);
  useEffect(() => {
    if (!isByKey.current) return;
    isByKey.current = false;
    document.querySelector<HTMLElement>(`[data-drop="${day}"] [data-day]`)?.focus();
  });
  return (event: KeyboardEvent<HTMLElement>, date: string) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const week = weeks.find((one) => one.includes(date)) ?? [];
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl';
    const next = dayBy(event.key, date, { first: week[0] ?? date, last: week.at(-1) ?? date, isRtl });
    if (next === undefined) return;
    event.preventDefault();
    isByKey.current = true;
    onDay(next);
  };
}

/** A month or a week, in rows of seven days. */
export function DayGrid({ weeks, days, day, span, moving, onDay, onOpen, onMove }: DayGridProps) {
  const { t } = useTranslation('tasks');
  const mayEdit = useMay('tasks.edit');
  const tasks = new Map([...days.values()].flatMap((one) => one.tasks.map((task) => [task.id, task])));
  const box = useDrags(mayEdit, {
    onLift: () => undefined,
    onDrop: (id, date) => {
      const task = tasks.get(id);
      if (task !== undefined) onMove(task, date);
    },
  });
  const onKey = useDayKeys({ weeks, day, onDay });
  return (
    <div ref={box} className={styles.scroll}>
      <table aria-label={t('view.calendar')} className={styles.grid} data-span={span}>
        <thead>
          <tr>
            {weeks[0]?.map((date) => (
              <th key={date} scope="col" abbr={formatDay(date, { weekday: 'long' })}>
                {formatDay(date, { weekday: 'short' })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((date) => (
                <DayCell
                  key={date}
                  date={date}
                  of={days.get(date)}
                  isStop={date === day}
                  isOutside={span === 'month' && date.slice(0, 7) !== day.slice(0, 7)}
                  moving={moving}
                  mayEdit={mayEdit}
                  onKey={onKey}
                  onOpen={onOpen}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface DayCellProps {
  date: string;
  of: Day | undefined;
  isStop: boolean;
  isOutside: boolean;
  moving: string | null;
  mayEdit: boolean;
  onKey: (event: KeyboardEvent<HTMLElement>, date: string) => void;
  onOpen: (date: string) => void;
}

function DayCell({ date, of, isStop, isOutside, moving, mayEdit, onKey, onOpen }: DayCellProps) {
  const { t } = useTranslation('tasks');
  const shown = of?.tasks ?? [];
  const count = of?.count ?? 0;
  const isLate = isOverdue(date) && shown.some(({ status }) => isOpenTask(status));
  const rest = count - shown.length;
  const name = formatDay(date, { weekday: 'long', day: 'numeric', month: 'long' });
  return (
    <td
      className={styles.cell}
      data-drop={date}
      data-outside={isOutside}
      {...(date === today() && { 'aria-current': 'date' })}
    >
      <button
        type="button"
        className={styles.day}
        data-day
        tabIndex={isStop ? 0 : -1}
        onKeyDown={(event) => onKey(event, date)}
        onClick={() => onOpen(date)}
      >
        <span className={styles.number} aria-hidden>
          {formatDay(date, { day: 'numeric' })}
        </span>
        <span className={styles.hidden}>{`${name}: ${t('calendar.tasks', { count })}`}</span>
        {isLate && <span className={styles.late}>{t('overdue')}</span>}
      </button>
      {shown.map((task) => (
        <Link
          key={task.id}
          // Keyboard users open the day, whose dialog lists all tasks.
          tabIndex={-1}
          className={styles.task}
          to={recordAddress(task.id)}
          title={`${task.no} ${task.title}`}
          data-done={!isOpenTask(task.status)}
          aria-busy={moving === task.id}
          {...(mayEdit && isOpenTask(task.status) && { 'data-drag': task.id })}
        >
          <bdi>{task.title}</bdi>
        </Link>
      ))}
      {rest > 0 && (
        <button type="button" tabIndex={-1} className={styles.more} onClick={() => onOpen(date)}>
          {t('calendar.more', { shown: countText(rest) })}
        </button>
      )}
    </td>
  );
}
