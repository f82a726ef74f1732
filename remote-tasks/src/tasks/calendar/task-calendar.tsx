import LeftOutlined from '@ant-design/icons/es/icons/LeftOutlined';
import RightOutlined from '@ant-design/icons/es/icons/RightOutlined';
import Button from 'antd/es/button';
import Segmented from 'antd/es/segmented';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { taskBoard } from '@daybook/contracts/tasks/tasks/task-board';
import { tasks } from '@daybook/contracts/tasks/tasks/tasks';
import { today } from '@daybook/shared/today';
import { PageSkeleton } from '@daybook/shared/read/page-skeleton';
import { useFound } from '@daybook/shared/list/use-list';
import { useNarrow } from '@daybook/shared/list/use-narrow';
import { useRead } from '@daybook/shared/read/use-read';
import { daysAfter } from '../../common/days.ts';
import { TaskScreen } from '../views/task-screen.tsx';
import { Agenda } from './agenda.tsx';
import { DayDialog } from './day-dialog.tsx';
import { DayGrid } from './day-grid.tsx';
import { formatDay, monthsAfter, weeksOf, type Span } from './days.ts';
import { useDueMoves } from './use-due-moves.tsx';
import styles from './calendar.module.css';

/** The part of the calendar that the address names. */
function usePlace() {
  const [params, setParams] = useSearchParams();
  const asked = params.get('day');
  const day =
    asked !== null && /^(19|20|21)\d{2}-\d{2}-\d{2}$/.test(asked) && !Number.isNaN(Date.parse(asked))
      ? asked
      : today();
  const span: Span = params.get('span') === 'week' ? 'week' : 'month';
  const show = (patch: { day?: string; span?: Span }) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(patch)) next.set(name, value);
        return next;
      },
      { replace: true },
    );
  return { day, span, show };
}

/** Tasks by due date. */
export default function TaskCalendar() {
  const list = useFound(tasks);
  const { day, span, show } = usePlace();
  const [opened, setOpened] = useState<string | null>(null);
  const isNarrow = useNarrow();
  const { move, moving } = useDueMoves();
  const weeks = weeksOf(day, span);
  const from = weeks[0]?.[0] ?? day;
  const to = weeks.at(-1)?.at(-1) ?? day;
  const read = useRead(taskBoard.calendar, { ...list.found, from, to });
  const days = new Map(read.data?.days.map((one) => [one.date, one]));
  const total = read.data?.days.reduce((all, { count }) => all + count, 0);
  return (
    <TaskScreen
      list={{
        ...list,
        rows: [day],
        isLoading: false,
        error: read.error,
        retry: read.retry,
        counted: total === undefined ? undefined : { total, isCapped: false },
      }}
    >
      <Bar day={day} from={from} span={span} show={show} />
      {read.data === undefined && <PageSkeleton shape="list" />}
      {read.data !== undefined &&
        (isNarrow ? (
          <Agenda days={read.data.days} onOpen={setOpened} />
        ) : (
          <DayGrid
            weeks={weeks}
            days={days}
            day={day}
            span={span}
            moving={moving}
            onDay={(date) => show({ day: date })}
            onOpen={setOpened}
            onMove={(task, date) => void move(task, date)}
          />
        ))}
      {opened !== null && (
        <DayDialog
          date={opened}
          found={list.found}
          onMove={(task, date) => void move(task, date)}
          onClose={() => setOpened(null)}
        />
      )}
    </TaskScreen>
  );
}

interface BarProps extends ReturnType<typeof usePlace> {
  from: string;
}

/** The shown days, and buttons to others. */
function Bar({ day, from, span, show }: BarProps) {
  const { t } = useTranslation('tasks');
  const step = (by: number) => show({ day: span === 'week' ? daysAfter(day, 7 * by) : monthsAfter(day, by) });
  return (
    <div className={styles.bar}>
      <Button
        icon={<LeftOutlined />}
        className={styles.step ?? ''}
        aria-label={t(`calendar.before.${span}`)}
        onClick={() => step(-1)}
      />
      <Button onClick={() => show({ day: today() })}>{t('calendar.today')}</Button>
      <Button
        icon={<RightOutlined />}
        className={styles.step ?? ''}
        aria-label={t(`calendar.after.${span}`)}
        onClick={() => step(1)}
      />
      <h2 className={styles.title} aria-live="polite">
        {span === 'month'
          ? formatDay(day, { year: 'numeric', month: 'long' })
          : t('calendar.weekOf', { date: formatDay(from, { dateStyle: 'long' }) })}
      </h2>
      <Segmented<Span>
        aria-label={t('calendar.span')}
        value={span}
        options={(['month', 'week'] as const).map((value) => ({ value, label: t(`calendar.${value}`) }))}
        onChange={(value) => show({ span: value })}
      />
    </div>
  );
}
