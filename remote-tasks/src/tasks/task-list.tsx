import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { moneyPermissions } from '@daybook/contracts/permissions';
import { taskViews } from '@daybook/contracts/tasks/tasks/task-views';
import { tasks, type TaskRow } from '@daybook/contracts/tasks/tasks/tasks';
import { onTheDay } from '@daybook/shared/list-address';
import { laterPart } from '@daybook/shared/read/later-part';
import { useMay } from '@daybook/shared/session';
import { breakpoints } from '@daybook/shared/theme';
import {
  actionsColumn,
  linkColumn,
  moneyColumn,
  textColumn,
  type ColumnsOf,
} from '@daybook/shared/list/columns';
import { DataTable } from '@daybook/shared/list/data-table';
import { PageSkeleton } from '@daybook/shared/read/page-skeleton';
import { useColumnChoice } from '@daybook/shared/list/use-column-choice';
import { useList } from '@daybook/shared/list/use-list';
import { useNarrow } from '@daybook/shared/list/use-narrow';
import { UsualQuery } from '@daybook/shared/list/usual-query';
import { recordAddress } from '../common/addresses.ts';
import { BulkBar } from './bulk/bulk-bar.tsx';
import { RowMoves } from './task-moves.tsx';
import { TaskStatusTag } from '../common/task-status-tag.tsx';
import { DueText } from './due-text.tsx';
import { TaskScreen } from './views/task-screen.tsx';
import { viewOf } from '@daybook/shared/list/view-switch';

function useColumns(): ColumnsOf<typeof tasks> {
  const { t } = useTranslation('tasks');
  const seesFees = useMay(...moneyPermissions);
  const isInCards = useNarrow();
  // On a smaller screen, the buttons at the end of a row would cover the last columns.
  const hasRoom = !useNarrow(breakpoints.wide) || isInCards;
  return [
    textColumn(t('field.no'), (task) => task.no, { name: 'no', sort: 'no', width: 80 }),
    linkColumn(
      t('field.title'),
      (task) => task.title,
      (task) => recordAddress(task.id),
    ),
    {
      title: t('field.dueOn'),
      name: 'dueOn',
      sort: 'dueOn',
      width: 110,
      render: (task) => <DueText task={task} />,
    },
    {
      title: t('field.status'),
      width: 120,
      render: (task) => <TaskStatusTag status={task.status} />,
    },
    textColumn(t('field.client'), (task) => task.client?.label ?? t('internal'), {
      name: 'client',
      isShort: true,
    }),
    textColumn(t('field.assignees'), (task) => task.assignees.map(({ label }) => label).join(', '), {
      name: 'assignees',
      isShort: true,
    }),
    textColumn(t('field.priority'), (task) => t(`priority.${task.priority}`), {
      name: 'priority',
      isHidden: !hasRoom,
      sort: 'priority',
      width: 90,
    }),
    ...(seesFees
      ? [
          moneyColumn<TaskRow>(
            t('field.fee'),
            (task) => task.fee ?? null,
            (task) => task.currency ?? '',
            { name: 'fee', isHidden: !hasRoom },
          ),
        ]
      : []),
    actionsColumn(t('actions'), (task) => <RowMoves task={task} />),
  ];
}

function TaskTable() {
  const { t } = useTranslation('tasks');
  const list = useList(tasks);
  const columns = useColumnChoice('task', list, useColumns());
  const mayChange = useMay('tasks.edit');
  const [chosen, setChosen] = useState<readonly TaskRow[]>([]);
  // A row that changed since it was ticked is sent with the version that is visible now.
  const rows = chosen.map((one) => list.rows.find(({ id }) => id === one.id) ?? one);
  const pick = (keys: string[]) =>
    setChosen(keys.flatMap((key) => [...list.rows, ...rows].find(({ id }) => id === key) ?? []));
  const found = { q: list.q || undefined, filter: onTheDay(list.filter) };
  return (
    <TaskScreen
      list={list}
      columns={columns}
      bulk={
        rows.length > 0 ? (
          <BulkBar chosen={rows} found={found} counted={list.counted} onChoose={setChosen} />
        ) : undefined
      }
    >
      <DataTable
        label={t('title')}
        list={list}
        columns={columns.columns}
        {...(mayChange && { selection: { keys: rows.map(({ id }) => id), onChange: pick } })}
      />
    </TaskScreen>
  );
}

const options = { waiting: <PageSkeleton shape="list" /> };
const otherViews = {
  board: laterPart(() => import('./board/task-board.tsx'), options),
  calendar: laterPart(() => import('./calendar/task-calendar.tsx'), options),
  mine: laterPart(() => import('./mine/my-work.tsx'), options),
  load: laterPart(() => import('./load/people-load.tsx'), options),
};

/** Tasks in the view that the address names. */
export default function TaskList() {
  const [params] = useSearchParams();
  const view = viewOf(params, taskViews, 'taskView');
  if (view === 'list') return <TaskTable />;
  // The remembered view is added to the address, so that the link can be shared.
  if (params.get('view') === null) return <UsualQuery query={`view=${view}`} />;
  const View = otherViews[view];
  return <View />;
}
