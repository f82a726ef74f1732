import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { listPath } from '@daybook/contracts/entities';
import { isOpenTask } from '@daybook/contracts/tasks/tasks/task-machine';
import { isRunning, timeEntries, type TimeEntry } from '@daybook/contracts/tasks/time/task-time';
import type { Task } from '@daybook/contracts/tasks/tasks/tasks';
import { DateText } from '@daybook/shared/record/date-text';
import { RecordSection } from '@daybook/shared/record/record-screen';
import { EstimateBar } from '@daybook/shared/record/time-spent';
import { useRead } from '@daybook/shared/read/use-read';
import { durationText } from '@daybook/shared/inputs/duration-input';
import { timeOf } from './durations.ts';
import { TimeActions } from './time-actions.tsx';
import { AddTime } from './time-dialog.tsx';
import { RunningTime, useRunning, useTimer } from './timer.tsx';
import styles from './time.module.css';

/** The task's page shows this many entries; the time list has the rest. */
const shown = 10;

/** The estimate of the task, and the time spent on it, by person and day. */
export function TaskTime({ task }: { task: Task }) {
  const { t } = useTranslation('tasks');
  const { data } = useRead(timeEntries.list, { filter: { taskId: task.id }, pageSize: shown });
  const [isAdding, setAdding] = useState(false);
  const mayRecord = task.mayWork && !task.clientErased && task.status !== 'cancelled';
  const rows = data?.rows ?? [];
  return (
    <RecordSection title={t('time.title')} extra={<Spent task={task} />}>
      {task.estimateMin !== null && task.estimateMin > 0 && (
        <EstimateBar spentMin={task.spentMin} estimateMin={task.estimateMin} />
      )}
      {mayRecord && (
        <p className={styles.actions}>
          {isOpenTask(task.status) && <TimerButton taskId={task.id} />}
          <Button size="small" onClick={() => setAdding(true)}>
            {t('time.add')}
          </Button>
        </p>
      )}
      <ul className={styles.entries} aria-label={t('time.title')}>
        {rows.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ul>
      {data && data.next !== null && (
        <Link to={`${listPath('time_entry')}?filter[taskId]=${task.id}`}>{t('time.all')}</Link>
      )}
      {isAdding && <AddTime task={task} onClose={() => setAdding(false)} />}
    </RecordSection>
  );
}

function Spent({ task: { estimateMin, spentMin } }: { task: Task }) {
  const { t } = useTranslation('tasks');
  const spent = durationText(spentMin);
  if (estimateMin === null) return <bdi className={styles.clock}>{t('time.soFar', { spent })}</bdi>;
  const isOver = spentMin > estimateMin;
  return (
    <bdi className={`${styles.clock} ${isOver ? styles.over : ''}`}>
      {t(isOver ? 'time.overEstimate' : 'time.ofEstimate', { spent, estimate: durationText(estimateMin) })}
    </bdi>
  );
}

function TimerButton({ taskId }: { taskId: string }) {
  const { t } = useTranslation('tasks');
  const running = useRunning();
  const { start, stop, isBusy } = useTimer();
  if (running === undefined) return null;
  if (running?.task.id === taskId)
    return (
      <Button size="small" type="primary" loading={isBusy} onClick={() => void stop(running)}>
        {t('timer.stop')} {running.startedAt !== null && <RunningTime startedAt={running.startedAt} />}
      </Button>
    );
  return (
    <Button size="small" loading={isBusy} onClick={() => void start(taskId)}>
      {t('timer.start')}
    </Button>
  );
}

/** The start and end time, if they are known. */
export function spanText({ startedAt, endedAt }: TimeEntry): string | null {
  if (startedAt === null) return null;
  return `${timeOf(startedAt)}–${endedAt === null ? '' : timeOf(endedAt)}`;
}

function Entry({ entry }: { entry: TimeEntry }) {
  const { t } = useTranslation('tasks');
  const { person, workedOn, minutes, note, billable } = entry;
  return (
    <li>
      <span>
        <bdi>{person.label}</bdi>{' '}
        <bdi className={styles.clock}>{minutes !== null && durationText(minutes)}</bdi>
        {isRunning(entry) && t('timer.runs')}
        <div className={styles.aside}>
          <DateText date={workedOn} /> <bdi>{spanText(entry)}</bdi>
          {!billable && <> · {t('time.notBillable')}</>}
          {note !== null && (
            <>
              {' '}
              · <bdi>{note}</bdi>
            </>
          )}
        </div>
      </span>
      <TimeActions entry={entry} />
    </li>
  );
}
