import ClockCircleOutlined from '@ant-design/icons/es/icons/ClockCircleOutlined';
import Button from 'antd/es/button';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { recordPath } from '@daybook/contracts/entities';
import type { OutputOf } from '@daybook/contracts/endpoint';
import { timeEntries, type TimeEntry } from '@daybook/contracts/tasks/time/task-time';
import { notify } from '@daybook/shared/notify';
import { today } from '@daybook/shared/today';
import { useRead } from '@daybook/shared/read/use-read';
import { useSave } from '@daybook/shared/form/use-save';
import { durationText } from '@daybook/shared/inputs/duration-input';
import { minutesBetween } from './durations.ts';
import { tried } from './tried.ts';
import styles from './time.module.css';

type Stopped = OutputOf<typeof timeEntries.stop>['stopped'];

/** The person's running timer; null if none runs, undefined until it has loaded. */
export const useRunning = (): TimeEntry | null | undefined => useRead(timeEntries.running, {}).data?.entry;

/** Starts and stops the timer. Starting one stops another, and the notice says so. */
export function useTimer() {
  const { t } = useTranslation('tasks');
  const starting = useSave(timeEntries.start);
  const stopping = useSave(timeEntries.stop);
  const came = ({ task, minutes }: Stopped): string =>
    minutes === null
      ? t('timer.nothing', { no: task.no })
      : t('timer.stopped', { no: task.no, time: durationText(minutes) });
  return {
    isBusy: starting.isSaving || stopping.isSaving,
    start: (taskId: string) =>
      tried(async () => {
        const { entry, stopped } = await starting.save({ taskId, workedOn: today() });
        const begun = t('timer.started', { no: entry.task.no });
        notify.success(stopped === null ? begun : `${begun} ${came(stopped)}`);
      }),
    stop: ({ id }: TimeEntry) =>
      tried(async () => {
        const { stopped } = await stopping.save({ id });
        notify.success(came(stopped));
      }),
  };
}

const tickMs = 10_000;

/** How long the timer has run, updated every ten seconds. */
export function RunningTime({ startedAt }: { startedAt: string }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, []);
  return (
    <bdi className={styles.clock} role="timer">
      {durationText(minutesBetween(startedAt, now))}
    </bdi>
  );
}

/** The task that the person is working on now, on every screen of tasks. */
export function RunningTimer() {
  const { t } = useTranslation('tasks');
  const running = useRunning();
  const { stop, isBusy } = useTimer();
  if (!running) return null;
  const { task, startedAt } = running;
  return (
    <section className={styles.running} aria-label={t('timer.running')}>
      <ClockCircleOutlined aria-hidden />
      <Link to={recordPath('task', task.id)}>
        <bdi>
          {task.no} {task.label}
        </bdi>
      </Link>
      {startedAt !== null && <RunningTime startedAt={startedAt} />}
      <Button size="small" loading={isBusy} onClick={() => void stop(running)}>
        {t('timer.stop')}
      </Button>
    </section>
  );
}
