import { useTranslation } from 'react-i18next';
import {
  recurringTaskCategories,
  type RecurringTaskCategoryRow,
} from '@daybook/contracts/settings/categories/recurring-task-categories';
import { useMay } from '@daybook/shared/session';
import { Can } from '@daybook/shared/record/can';
import { linkColumn, moneyColumn, textColumn, type ColumnsOf } from '@daybook/shared/list/columns';
import { DataTable } from '@daybook/shared/list/data-table';
import { FilterChoice, FilterLookup } from '@daybook/shared/list/filters';
import { LinkButton } from '@daybook/shared/record/link-button';
import { ListScreen } from '@daybook/shared/list/list-screen';
import { useRuleText } from '@daybook/shared/series/rule-text';
import { useColumnChoice } from '@daybook/shared/list/use-column-choice';
import { useList } from '@daybook/shared/list/use-list';
import { activeColumn } from '../active-column.tsx';
import { ActiveFilter } from '../active-filter.tsx';
import { addRecurringCategoryAddress, editRecurringCategoryAddress } from './addresses.ts';

function useColumns(): ColumnsOf<typeof recurringTaskCategories> {
  const { t } = useTranslation('settings');
  const ruleText = useRuleText();
  const mayEdit = useMay('recurring_task_categories.edit');
  return [
    linkColumn(
      t('template.name'),
      (category) => category.name,
      (category) => (mayEdit ? editRecurringCategoryAddress(category.id) : null),
      { sort: 'name' },
    ),
    textColumn(t('recurringCategory.due'), (category) => ruleText(category.rule.rrule), { name: 'due' }),
    textColumn(t('service.department'), (category) => category.department?.label, {
      name: 'department',
      isShort: true,
    }),
    moneyColumn<RecurringTaskCategoryRow>(
      t('template.fee'),
      (category) => category.fee,
      (category) => category.currency ?? '',
    ),
    textColumn(t('template.jurisdiction'), (category) => category.jurisdiction, {
      name: 'jurisdiction',
      width: 110,
    }),
    activeColumn(t),
  ];
}

export default function RecurringCategoryList() {
  const { t } = useTranslation('settings');
  const list = useList(recurringTaskCategories);
  const columns = useColumnChoice('recurring_task_category', list, useColumns());
  return (
    <ListScreen
      title={t('recurringCategory.list')}
      list={list}
      search={t('template.search')}
      filters={
        <>
          <FilterLookup list={list} name="departmentId" label={t('service.department')} kind="department" />
          <FilterLookup list={list} name="serviceId" label={t('template.service')} kind="service" />
          <FilterChoice
            list={list}
            name="statutory"
            label={t('template.statutory')}
            options={[
              { value: 'true', label: t('yes') },
              { value: 'false', label: t('no') },
            ]}
          />
          <ActiveFilter list={list} />
        </>
      }
      empty={t('recurringCategory.empty')}
      columns={columns}
      primary={
        <Can do="recurring_task_categories.add">
          <LinkButton type="primary" to={addRecurringCategoryAddress}>
            {t('recurringCategory.add')}
          </LinkButton>
        </Can>
      }
    >
      <DataTable label={t('recurringCategory.list')} list={list} columns={columns.columns} />
    </ListScreen>
  );
}
