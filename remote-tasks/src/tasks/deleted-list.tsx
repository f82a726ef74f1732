import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { deletedTasks, type DeletedTask } from '@daybook/contracts/tasks/tasks/deleted-tasks';
import { tasks } from '@daybook/contracts/tasks/tasks/tasks';
import { taskStatuses } from '@daybook/contracts/tasks/tasks/task-machine';
import { notify } from '@daybook/shared/notify';
import { actionsColumn, dateColumn, textColumn, type ColumnsOf } from '@daybook/shared/list/columns';
import { DataTable } from '@daybook/shared/list/data-table';
import { InstantText } from '@daybook/shared/record/date-text';
import { FilterChoice, FilterLookup } from '@daybook/shared/list/filters';
import { ListScreen } from '@daybook/shared/list/list-screen';
import { useColumnChoice } from '@daybook/shared/list/use-column-choice';
import { useList } from '@daybook/shared/list/use-list';
import { useSave } from '@daybook/shared/form/use-save';
import { recordAddress } from '../common/addresses.ts';
import { TaskStatusTag } from '../common/task-status-tag.tsx';
import { tried } from '../common/tried.ts';

function useColumns(): ColumnsOf<typeof deletedTasks> {
  const { t } = useTranslation('tasks');
  return [
    textColumn(t('field.no'), (task) => task.no, { name: 'no', width: 80 }),
    { ...textColumn<DeletedTask>(t('field.title'), (task) => task.title), isHeading: true },
    textColumn(t('field.client'), (task) => task.client?.label ?? t('internal'), {
      name: 'client',
      isShort: true,
    }),
    { title: t('field.status'), width: 120, render: (task) => <TaskStatusTag status={task.status} /> },
    dateColumn(t('field.dueOn'), (task) => task.dueOn, { name: 'dueOn' }),
    {
      title: t('deleted.at'),
      name: 'at',
      sort: 'deletedAt',
      width: 150,
      render: (task) => <InstantText at={task.deletedAt} />,
    },
    textColumn(t('deleted.by'), (task) => task.deletedBy, { name: 'by', isShort: true }),
    {
      title: t('deleted.keptUntil'),
      name: 'keptUntil',
      width: 150,
      render: (task) => <InstantText at={task.keptUntil} />,
    },
    actionsColumn(t('actions'), (task) => <Restore task={task} />),
  ];
}

function Restore({ task: { id, no, version } }: { task: DeletedTask }) {
  const { t } = useTranslation('tasks');
  const navigate = useNavigate();
  const { save, isSaving } = useSave(tasks.restore);
  const restore = () =>
    tried(async () => {
      await save({ id }, version);
      notify.success(t('deleted.restored', { no }), {
        action: { label: t('deleted.open'), run: () => void navigate(recordAddress(id)) },
      });
    });
  return (
    <Button
      size="small"
      loading={isSaving}
      aria-label={t('deleted.restoreOne', { no })}
      onClick={() => void restore()}
    >
      {t('deleted.restore')}
    </Button>
  );
}

/** Tasks deleted in the last 30 days, which can be restored. */
export default function DeletedList() {
  const { t } = useTranslation('tasks');
  const list = useList(deletedTasks);
  const columns = useColumnChoice('deleted_task', list, useColumns());
  return (
    <ListScreen
      title={t('deleted.title')}
      list={list}
      search={t('deleted.search')}
      empty={t('deleted.empty')}
      columns={columns}
      filters={
        <>
          <FilterLookup list={list} name="clientId" label={t('field.client')} kind="client" />
          <FilterChoice
            list={list}
            name="status"
            label={t('field.status')}
            options={taskStatuses.map((value) => ({ value, label: t(`status.${value}`) }))}
          />
        </>
      }
    >
      <DataTable label={t('deleted.title')} list={list} columns={columns.columns} />
    </ListScreen>
  );
}
