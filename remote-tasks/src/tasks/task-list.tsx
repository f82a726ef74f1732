import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isOpenTask } from '@daybook/contracts/tasks/task-machine';
import { moneyPermissions } from '@daybook/contracts/permissions';
import { tasks, type TaskRow } from '@daybook/contracts/tasks/tasks';
import { useMay } from '@daybook/shared/session';
import { breakpoints } from '@daybook/shared/theme';
import { Can } from '@daybook/shared/ui/can';
import {
  actionsColumn,
  linkColumn,
  moneyColumn,
  textColumn,
  type ColumnsOf,
} from '@daybook/shared/ui/columns';
import { DataTable } from '@daybook/shared/ui/data-table';
import { LinkButton } from '@daybook/shared/ui/link-button';
import { ListScreen } from '@daybook/shared/ui/list-screen';
import { useList } from '@daybook/shared/ui/use-list';
import { useNarrow } from '@daybook/shared/ui/use-narrow';
import { addAddress, recordAddress } from './addresses.ts';
import { BulkAssign } from './bulk-assign.tsx';
import { TaskFilters } from './task-filters.tsx';
import { RowMoves } from './task-moves.tsx';
import { DueText, TaskStatusTag } from './task-status.tsx';

function useColumns(): ColumnsOf<typeof tasks> {
  const { t } = useTranslation('tasks');
  const seesFees = useMay(...moneyPermissions);
  const hasRoom = !useNarrow(breakpoints.wide);
  return [
    textColumn(t('field.no'), (task) => task.no, { sort: 'no', width: 80 }),
    linkColumn(
      t('field.title'),
      (task) => task.title,
      (task) => recordAddress(task.id),
    ),
    { title: t('field.dueOn'), sort: 'dueOn', width: 110, render: (task) => <DueText task={task} /> },
    {
      title: t('field.status'),
      width: 120,
      render: (task) => <TaskStatusTag status={task.status} />,
    },
    textColumn(t('field.client'), (task) => task.client?.label ?? t('internal'), { isShort: true }),
    textColumn(t('field.assignees'), (task) => task.assignees.map(({ label }) => label).join(', '), {
      isShort: true,
    }),
    ...(hasRoom
      ? [
          textColumn<TaskRow, 'priority'>(t('field.priority'), (task) => t(`priority.${task.priority}`), {
            sort: 'priority',
            width: 90,
          }),
        ]
      : []),
    ...(seesFees
      ? [
          moneyColumn<TaskRow>(
            t('field.fee'),
            (task) => task.fee ?? null,
            (task) => task.currency ?? '',
          ),
        ]
      : []),
    actionsColumn(t('actions'), (task) => <RowMoves task={task} />),
  ];
}

export default function TaskList() {
  const { t } = useTranslation('tasks');
  const list = useList(tasks);
  const columns = useColumns();
  const mayAssign = useMay('tasks.edit');
  const [chosen, setChosen] = useState<readonly TaskRow[]>([]);
  // A row that has changed since it was ticked is sent with the version that is seen now.
  const rows = chosen.map((one) => list.rows.find(({ id }) => id === one.id) ?? one);
  return (
    <ListScreen
      title={t('title')}
      list={list}
      search={t('search')}
      filters={<TaskFilters list={list} />}
      empty={t('empty')}
      bulk={rows.length > 0 ? <BulkAssign chosen={rows} onDone={() => setChosen([])} /> : undefined}
      primary={
        <Can do="tasks.create">
          <LinkButton type="primary" to={addAddress}>
            {t('add')}
          </LinkButton>
        </Can>
      }
    >
      <DataTable
        label={t('title')}
        list={list}
        columns={columns}
        {...(mayAssign && {
          selection: {
            keys: rows.map(({ id }) => id),
            onChange: (_keys: string[], picked: TaskRow[]) => setChosen(picked),
            isDisabled: (task: TaskRow) => !isOpenTask(task.status),
          },
        })}
      />
    </ListScreen>
  );
}
