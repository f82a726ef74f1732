import { useTranslation } from 'react-i18next';
import { taskCategories, type TaskCategoryRow } from '@daybook/contracts/settings/categories/task-categories';
import { linkColumn, moneyColumn, textColumn, type ColumnsOf } from '@daybook/shared/list/columns';
import { DataTable } from '@daybook/shared/list/data-table';
import { FilterLookup } from '@daybook/shared/list/filters';
import { LinkButton } from '@daybook/shared/record/link-button';
import { ListScreen } from '@daybook/shared/list/list-screen';
import { useColumnChoice } from '@daybook/shared/list/use-column-choice';
import { useList } from '@daybook/shared/list/use-list';
import { activeColumn } from '../active-column.tsx';
import { ActiveFilter } from '../active-filter.tsx';
import { addTaskCategoryAddress, editTaskCategoryAddress } from './addresses.ts';

function useColumns(): ColumnsOf<typeof taskCategories> {
  const { t } = useTranslation('settings');
  return [
    linkColumn(
      t('template.name'),
      (category) => category.name,
      (category) => editTaskCategoryAddress(category.id),
      { sort: 'name' },
    ),
    textColumn(t('service.department'), (category) => category.department?.label, { name: 'department' }),
    textColumn(t('template.service'), (category) => category.service?.label, { name: 'service' }),
    moneyColumn<TaskCategoryRow>(
      t('template.fee'),
      (category) => category.fee,
      (category) => category.currency ?? '',
    ),
    textColumn(t('template.slaDays'), (category) => category.slaDays?.toString(), {
      name: 'slaDays',
      width: 120,
    }),
    activeColumn(t),
  ];
}

export default function TaskCategoryList() {
  const { t } = useTranslation('settings');
  const list = useList(taskCategories);
  const columns = useColumnChoice('task_category', list, useColumns());
  return (
    <ListScreen
      title={t('taskCategory.list')}
      list={list}
      search={t('template.search')}
      filters={
        <>
          <FilterLookup list={list} name="departmentId" label={t('service.department')} kind="department" />
          <FilterLookup list={list} name="serviceId" label={t('template.service')} kind="service" />
          <ActiveFilter list={list} />
        </>
      }
      empty={t('taskCategory.empty')}
      columns={columns}
      primary={
        <LinkButton type="primary" to={addTaskCategoryAddress}>
          {t('taskCategory.add')}
        </LinkButton>
      }
    >
      <DataTable label={t('taskCategory.list')} list={list} columns={columns.columns} />
    </ListScreen>
  );
}
