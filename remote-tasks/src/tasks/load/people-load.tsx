import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { OutputOf } from '@daybook/contracts/endpoint';
import { openTaskStatuses } from '@daybook/contracts/tasks/tasks/task-machine';
import { tasks } from '@daybook/contracts/tasks/tasks/tasks';
import { weekCapacityMin, workload, workloadWeeks, type Load } from '@daybook/contracts/tasks/tasks/workload';
import { listLink } from '@daybook/shared/list-link';
import { today } from '@daybook/shared/today';
import { countText } from '@daybook/shared/record/count-text';
import { durationText } from '@daybook/shared/inputs/duration-input';
import { PageSkeleton } from '@daybook/shared/read/page-skeleton';
import { StatusTag } from '@daybook/shared/record/status-tag';
import { useFound } from '@daybook/shared/list/use-list';
import { useRead } from '@daybook/shared/read/use-read';
import { daysAfter } from '../../common/days.ts';
import { formatDay, weekStart } from '../calendar/days.ts';
import { TaskScreen } from '../views/task-screen.tsx';
import styles from './load.module.css';

type Row = OutputOf<typeof workload.weeks>['rows'][number];
interface Dates {
  dueFrom?: string;
  dueTo?: string;
}

/** The columns of the table, as the range of due dates that each one counts. */
function spansOf(from: string): Dates[] {
  const weeks = Array.from({ length: workloadWeeks }, (_none, week) => ({
    dueFrom: week === 0 ? today() : daysAfter(from, 7 * week),
    dueTo: daysAfter(from, 7 * week + 6),
  }));
  return [{ dueTo: daysAfter(today(), -1) }, ...weeks, { dueFrom: daysAfter(from, 7 * workloadWeeks) }];
}

/** How much open work each person has by week, and its estimated time. */
export default function PeopleLoad() {
  const list = useFound(tasks);
  const from = weekStart(today());
  const read = useRead(workload.weeks, { today: today(), from });
  return (
    <TaskScreen
      isSearched={false}
      list={{
        ...list,
        rows: read.data?.rows.length === 0 ? [] : [from],
        isLoading: false,
        error: read.error,
        retry: read.retry,
        exportAs: undefined,
        counted: undefined,
      }}
    >
      {read.data ? <LoadTable rows={read.data.rows} from={from} /> : <PageSkeleton shape="list" />}
    </TaskScreen>
  );
}

const day = (date: string): string => formatDay(date, { day: 'numeric', month: 'short' });

function LoadTable({ rows, from }: { rows: readonly Row[]; from: string }) {
  const { t } = useTranslation('tasks');
  const spans = spansOf(from);
  const heads = [
    t('overdue'),
    ...spans.slice(1, -1).map((span, week) => (week === 0 ? t('load.thisWeek') : day(span.dueFrom ?? from))),
    t('mine.due.later'),
  ];
  return (
    <div className={styles.scroll}>
      <table className={styles.table} aria-label={t('view.load')}>
        <thead>
          <tr>
            <th scope="col">{t('load.person')}</th>
            <th scope="col" className={styles.figure}>
              {t('widget.open')}
            </th>
            {heads.map((head) => (
              <th key={head} scope="col" className={styles.figure}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <LoadRow key={row.person?.id ?? 'nobody'} row={row} spans={spans} />
          ))}
        </tbody>
      </table>
      <p className={styles.hint}>{t('load.hint', { hours: durationText(weekCapacityMin) })}</p>
    </div>
  );
}

function LoadRow({ row, spans }: { row: Row; spans: readonly Dates[] }) {
  const { t } = useTranslation('tasks');
  const whose = row.person === null ? { unassigned: 'true' } : { assigneeId: row.person.id };
  const to = (dates: Dates) => listLink('task', { ...whose, status: openTaskStatuses, ...dates });
  const loads = [row.overdue, ...row.weeks, row.later];
  return (
    <tr>
      <th scope="row">
        <bdi>{row.person?.label ?? t('nobody')}</bdi>
      </th>
      <td className={styles.figure}>
        <Link to={to({})}>{countText(row.open)}</Link>
      </td>
      {loads.map((load, index) => (
        <LoadCell
          key={JSON.stringify(spans[index])}
          load={load}
          to={to(spans[index] ?? {})}
          isLate={index === 0}
          isWeek={index > 0 && index <= workloadWeeks}
        />
      ))}
    </tr>
  );
}

interface LoadCellProps {
  load: Load;
  to: string;
  isLate: boolean;
  isWeek: boolean;
}

function LoadCell({ load, to, isLate, isWeek }: LoadCellProps) {
  const { t } = useTranslation('tasks');
  if (load.open === 0) return <td className={styles.figure}>–</td>;
  return (
    <td className={styles.figure}>
      <Link to={to} className={isLate ? styles.late : undefined}>
        {countText(load.open)}
      </Link>
      {load.minutes > 0 && (
        <div className={styles.hours}>
          <bdi>{durationText(load.minutes)}</bdi>
        </div>
      )}
      {isWeek && load.minutes > weekCapacityMin && <StatusTag tone="waiting">{t('load.over')}</StatusTag>}
    </td>
  );
}
