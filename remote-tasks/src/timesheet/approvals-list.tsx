import Segmented from 'antd/es/segmented';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listPath } from '@daybook/contracts/entities';
import {
  timesheetApprovals,
  type ApprovalState,
  type TimesheetApproval,
} from '@daybook/contracts/tasks/time/timesheet-approvals';
import { durationText } from '@daybook/shared/inputs/duration-input';
import { SettledDate } from '@daybook/shared/inputs/settled-date';
import { linkColumn, textColumn, type ColumnsOf } from '@daybook/shared/list/columns';
import { DataTable } from '@daybook/shared/list/data-table';
import { FilterLookup } from '@daybook/shared/list/filters';
import { ListScreen } from '@daybook/shared/list/list-screen';
import { useColumnChoice } from '@daybook/shared/list/use-column-choice';
import { useList } from '@daybook/shared/list/use-list';
import { DateRange, InstantText } from '@daybook/shared/record/date-text';
import { StatusTag } from '@daybook/shared/record/status-tag';
import { daysAfter } from '../common/days.ts';
import { ApprovalBar } from './approval-bar.tsx';
import { mondayOf, weekTones } from '../common/weeks.ts';
import styles from './timesheet.module.css';

type Approvals = ReturnType<typeof useList<typeof timesheetApprovals>>;

const weekAddress = ({ weekOn, person }: TimesheetApproval): string =>
  `${listPath('timesheet')}?${new URLSearchParams({ week: weekOn, person: person.id })}`;

function useColumns(): ColumnsOf<typeof timesheetApprovals> {
  const { t } = useTranslation('tasks');
  return [
    linkColumn(t('time.person'), ({ person }) => person.label, weekAddress, { sort: 'person' }),
    {
      title: t('approvals.week'),
      sort: 'weekOn',
      width: 190,
      render: ({ weekOn }) => <DateRange from={weekOn} to={daysAfter(weekOn, 6)} />,
    },
    textColumn(
      t('approvals.departments'),
      ({ departments }) => departments.map(({ label }) => label).join(', '),
      { name: 'departments', isShort: true },
    ),
    {
      title: t('field.status'),
      width: 110,
      render: ({ status }) => (
        <StatusTag tone={weekTones[status]}>{t(`timesheet.status.${status}`)}</StatusTag>
      ),
    },
    {
      title: t('approvals.submittedOn'),
      name: 'submittedOn',
      width: 150,
      render: ({ submittedAt }) => <InstantText at={submittedAt} />,
    },
    {
      title: t('approvals.recorded'),
      align: 'end',
      width: 90,
      render: ({ minutes }) => <bdi>{durationText(minutes)}</bdi>,
    },
    {
      title: t('approvals.missing'),
      name: 'missing',
      align: 'end',
      width: 90,
      render: ({ missingMinutes }) => (missingMinutes > 0 ? <bdi>{durationText(missingMinutes)}</bdi> : null),
    },
    textColumn(t('approvals.decidedBy'), ({ decidedBy }) => decidedBy?.label, {
      name: 'decidedBy',
      isShort: true,
    }),
  ];
}

const states = ['submitted', 'open', 'approved', 'all'] as const satisfies readonly ApprovalState[];

function States({ list }: { list: Approvals }) {
  const { t } = useTranslation('tasks');
  return (
    <div className={styles.choice}>
      <Segmented<ApprovalState>
        aria-label={t('approvals.states')}
        value={list.filter.state ?? 'submitted'}
        onChange={(state) => list.setFilter({ state: state === 'submitted' ? undefined : state })}
        options={states.map((value) => ({ value, label: t(`approvals.state.${value}`) }))}
      />
    </div>
  );
}

function Filters({ list }: { list: Approvals }) {
  const { t } = useTranslation('tasks');
  return (
    <>
      <FilterLookup list={list} name="personId" label={t('time.person')} kind="person" />
      <FilterLookup list={list} name="departmentId" label={t('approvals.department')} kind="department" />
      <SettledDate
        aria-label={t('approvals.ofWeek')}
        placeholder={t('approvals.ofWeek')}
        value={list.filter.weekOn ?? null}
        onChange={(day) => list.setFilter({ weekOn: day === null ? undefined : mondayOf(day) })}
      />
    </>
  );
}

/** The rows that were ticked, on any page; those of this page as they are now. */
function usePicked(rows: readonly TimesheetApproval[]) {
  const [picked, setPicked] = useState<readonly TimesheetApproval[]>([]);
  const chosen = picked.map((one) => rows.find(({ id }) => id === one.id) ?? one);
  const choose = (keys: string[]) => {
    const known = new Map([...chosen, ...rows].map((row) => [row.id, row]));
    setPicked([...known.values()].filter(({ id }) => keys.includes(id)));
  };
  const keys = chosen.map(({ id }) => id);
  return { chosen, selection: { keys, onChange: choose }, clear: () => setPicked([]) };
}

/** The weeks of the people whose time one may approve. */
export default function ApprovalsList() {
  const { t } = useTranslation('tasks');
  const list = useList(timesheetApprovals);
  const columns = useColumnChoice('timesheet_approval', list, useColumns());
  const { chosen, selection, clear } = usePicked(list.rows);
  return (
    <ListScreen
      title={t('approvals.title')}
      list={list}
      search={t('approvals.search')}
      empty={t('approvals.empty')}
      columns={columns}
      views={<States list={list} />}
      filters={<Filters list={list} />}
      bulk={chosen.length > 0 ? <ApprovalBar chosen={chosen} onDone={clear} /> : undefined}
    >
      <DataTable label={t('approvals.title')} list={list} columns={columns.columns} selection={selection} />
    </ListScreen>
  );
}
