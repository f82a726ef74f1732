import { useTranslation } from 'react-i18next';
import { recordPath } from '@daybook/contracts/entities';
import { timeEntries, type TimeEntry } from '@daybook/contracts/tasks/time/task-time';
import { useMe } from '@daybook/shared/session';
import {
  actionsColumn,
  dateColumn,
  linkColumn,
  textColumn,
  type ColumnsOf,
} from '@daybook/shared/list/columns';
import { barFilters, rangeFilter } from '@daybook/shared/list/bar-filters';
import { DataTable } from '@daybook/shared/list/data-table';
import { FilterBar } from '@daybook/shared/list/filter-bar';
import { ListScreen } from '@daybook/shared/list/list-screen';
import { useColumnChoice } from '@daybook/shared/list/use-column-choice';
import { useList, type FilterOf, type List } from '@daybook/shared/list/use-list';
import { useRead } from '@daybook/shared/read/use-read';
import { durationText } from '@daybook/shared/inputs/duration-input';
import { spanText } from '../common/task-time.tsx';
import { TimeActions } from '../common/time-actions.tsx';
import { RunningTimer } from '../common/timer.tsx';
import { WhoseTime } from './whose-time.tsx';
import styles from '../common/time.module.css';

function useColumns(): ColumnsOf<typeof timeEntries> {
  const { t } = useTranslation('tasks');
  return [
    dateColumn(t('time.day'), (entry) => entry.workedOn, { name: 'day', sort: 'workedOn' }),
    linkColumn(
      t('time.task'),
      (entry) => `${entry.task.no} ${entry.task.label}`,
      (entry) => recordPath('task', entry.task.id),
    ),
    textColumn(t('field.client'), (entry) => entry.client?.label ?? t('internal'), {
      name: 'client',
      isShort: true,
    }),
    textColumn(t('time.person'), (entry) => entry.person.label, { name: 'person', isShort: true }),
    textColumn(t('time.fromTo'), spanText, { name: 'fromTo', width: 100 }),
    {
      title: t('time.length'),
      align: 'end',
      width: 80,
      render: ({ minutes }: TimeEntry) => (
        <bdi className={styles.clock}>{minutes === null ? t('timer.runs') : durationText(minutes)}</bdi>
      ),
    },
    textColumn(t('field.billable'), (entry) => t(`billable.${entry.billable}`), {
      name: 'billable',
      width: 100,
    }),
    textColumn(t('time.note'), (entry) => entry.note, { name: 'note' }),
    actionsColumn(t('actions'), (entry) => <TimeActions entry={entry} />),
  ];
}

/** Time entries: who worked on which task, and for how long. */
export default function TimeList() {
  const { t } = useTranslation('tasks');
  const list = useList(timeEntries);
  const me = useMe();
  const columns = useColumnChoice('time_entry', list, useColumns());
  const total = useRead(timeEntries.total, { q: list.q || undefined, filter: list.filter });
  const minutes = total.data?.minutes ?? null;
  return (
    <>
      <RunningTimer />
      <ListScreen
        title={t('time.title')}
        list={list}
        search={t('time.search')}
        empty={t('time.empty')}
        columns={columns}
        filterBar={<TimeFilters list={list} me={me?.id} />}
      >
        {minutes !== null && (
          <p className={`${styles.actions} ${styles.sum}`}>
            {t('time.sum')} <strong className={styles.clock}>{durationText(minutes)}</strong>
          </p>
        )}
        <DataTable label={t('time.title')} list={list} columns={columns.columns} />
      </ListScreen>
    </>
  );
}

interface TimeFiltersProps {
  list: Pick<List<never, FilterOf<typeof timeEntries>>, 'filter' | 'setFilter'>;
  me: string | undefined;
}

function TimeFilters({ list, me }: TimeFiltersProps) {
  const { t } = useTranslation('tasks');
  const { choice, lookup } = barFilters(list);
  return (
    <FilterBar
      list={list}
      filters={[
        ...(me === undefined
          ? []
          : [{ names: [], label: t('time.whose'), control: <WhoseTime list={list} me={me} /> }]),
        rangeFilter(list, t('time.day')),
        lookup('userId', t('time.person'), 'person'),
        lookup('clientId', t('field.client'), 'client'),
        lookup('taskId', t('time.task'), 'task'),
        choice(
          'billable',
          t('field.billable'),
          ['true', 'false'].map((value) => ({ value, label: t(`billable.${value}`) })),
        ),
      ]}
    />
  );
}
