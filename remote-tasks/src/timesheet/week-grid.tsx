import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { recordPath } from '@daybook/contracts/entities';
import { timesheets, type Timesheet, type TimesheetRow } from '@daybook/contracts/tasks/time/timesheets';
import { tasks } from '@daybook/contracts/tasks/tasks/tasks';
import { reachableScroll } from '@daybook/shared/list/reachable-scroll';
import { call } from '@daybook/shared/call';
import { durationText } from '@daybook/shared/inputs/duration-input';
import { Lookup } from '@daybook/shared/inputs/lookup';
import { daysAfter } from '../common/days.ts';
import { tried } from '../common/tried.ts';
import { DayCell } from './day-cell.tsx';
import { dayName } from './day-name.ts';
import styles from './timesheet.module.css';

const week = [0, 1, 2, 3, 4, 5, 6];
const noTime = week.map(() => ({ minutes: 0, entry: null }));

/** The recorded tasks, and those that were added and have no time yet. */
function useRows(sheet: Timesheet) {
  const [added, setAdded] = useState<readonly TimesheetRow[]>([]);
  const known = new Set(sheet.rows.map(({ task }) => task?.id));
  const rows = [...sheet.rows, ...added.filter(({ task }) => !known.has(task?.id))];
  const add = (more: readonly TimesheetRow[]) =>
    setAdded((before) => [
      ...before,
      ...more
        .filter(({ task }) => task !== null && !before.some((row) => row.task?.id === task.id))
        .map((row) => ({ ...row, days: noTime })),
    ]);
  const addTask = async (id: string) => {
    const { no, title, billable, client } = await call(tasks.open, { id });
    add([{ task: { id, no, label: title, billable }, client, days: noTime }]);
  };
  const copyLastWeek = async () => {
    const last = await call(timesheets.open, { weekOn: daysAfter(sheet.weekOn, -7) });
    add(last.rows);
  };
  return { rows, addTask, copyLastWeek };
}

const minutesOf = (rows: readonly TimesheetRow[], day: number): number =>
  rows.reduce((sum, { days }) => sum + (days[day]?.minutes ?? 0), 0);

/** A week by task and day. One’s own open week is edited in its cells. */
export function WeekGrid({ sheet }: { sheet: Timesheet }) {
  const { t } = useTranslation('tasks');
  const { rows, addTask, copyLastWeek } = useRows(sheet);
  const isOpen = sheet.isOwn && sheet.status === 'open';
  return (
    <>
      <section ref={reachableScroll} className={styles.scroll} aria-label={t('timesheet.title')}>
        <table className={styles.grid} aria-label={t('timesheet.title')}>
          <Days weekOn={sheet.weekOn} />
          <tbody>
            {rows.map((row, index) => (
              <Row
                key={row.task?.id ?? `hidden ${index}`}
                row={row}
                index={index}
                weekOn={sheet.weekOn}
                isOpen={isOpen}
              />
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('timesheet.sum')}</th>
              {week.map((day) => (
                <td key={day}>{durationText(minutesOf(rows, day))}</td>
              ))}
              <td>{durationText(sheet.minutes)}</td>
            </tr>
          </tfoot>
        </table>
      </section>
      {rows.length === 0 && <p>{t('timesheet.empty')}</p>}
      {isOpen && (
        <div className={styles.choice}>
          <Lookup
            kind="task"
            aria-label={t('timesheet.addTask')}
            placeholder={t('timesheet.addTask')}
            value={null}
            onChange={(id) => {
              if (id !== null) void tried(() => addTask(id));
            }}
          />
          <Button onClick={() => void tried(copyLastWeek)}>{t('timesheet.copy')}</Button>
        </div>
      )}
    </>
  );
}

function Days({ weekOn }: { weekOn: string }) {
  const { t } = useTranslation('tasks');
  return (
    <thead>
      <tr>
        <th scope="col">{t('time.task')}</th>
        {week.map((day) => (
          <th key={day} scope="col">
            {dayName(daysAfter(weekOn, day))}
          </th>
        ))}
        <th scope="col">{t('timesheet.sum')}</th>
      </tr>
    </thead>
  );
}

interface RowProps {
  row: TimesheetRow;
  index: number;
  weekOn: string;
  isOpen: boolean;
}

function Row({ row, index, weekOn, isOpen }: RowProps) {
  return (
    <tr>
      <th scope="row">
        <TaskName row={row} />
      </th>
      {week.map((day) => (
        <td key={day}>
          <DayCell row={row} at={[index, day]} date={daysAfter(weekOn, day)} isOpen={isOpen} />
        </td>
      ))}
      <td>{durationText(week.reduce((sum, day) => sum + minutesOf([row], day), 0))}</td>
    </tr>
  );
}

function TaskName({ row }: { row: TimesheetRow }) {
  const { t } = useTranslation('tasks');
  if (row.task === null) return t('timesheet.hidden');
  return (
    <>
      <Link to={recordPath('task', row.task.id)}>
        <bdi>{row.task.label}</bdi>
      </Link>
      <div className={styles.quiet}>
        <bdi>{[row.task.no, row.client?.label].filter(Boolean).join(' · ')}</bdi>
      </div>
    </>
  );
}
