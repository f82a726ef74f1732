import { useTranslation } from 'react-i18next';
import { withoutTokens } from '@daybook/contracts/recurrence/period';
import { recurringTasks } from '@daybook/contracts/tasks/recurring-tasks/recurring-tasks';
import { useSeesAll } from '@daybook/shared/sees-all';
import { useMay } from '@daybook/shared/session';
import { Can } from '@daybook/shared/record/can';
import { linkColumn, textColumn, type ColumnsOf } from '@daybook/shared/list/columns';
import { barFilters } from '@daybook/shared/list/bar-filters';
import { DataTable } from '@daybook/shared/list/data-table';
import { FilterBar } from '@daybook/shared/list/filter-bar';
import { LinkButton } from '@daybook/shared/record/link-button';
import { ListScreen } from '@daybook/shared/list/list-screen';
import { useRuleText } from '@daybook/shared/series/rule-text';
import { SeriesDay } from '@daybook/shared/series/series-days';
import { useSeriesFilters } from '@daybook/shared/series/series-filters';
import { SeriesStatusTag } from '@daybook/shared/series/series-status';
import { useColumnChoice } from '@daybook/shared/list/use-column-choice';
import { useList } from '@daybook/shared/list/use-list';
import { addAddress, extendAddress, manyAddress, seriesAddress } from './addresses.ts';
import { useDoers } from './use-doers.ts';

function useColumns(): ColumnsOf<typeof recurringTasks> {
  const { t } = useTranslation('tasks');
  const ruleText = useRuleText();
  const doers = useDoers();
  return [
    linkColumn(
      t('field.title'),
      (series) => withoutTokens(series.title),
      (series) => seriesAddress(series.id),
      { sort: 'title' },
    ),
    textColumn(t('field.client'), (series) => series.client.label, { name: 'client', isShort: true }),
    textColumn(t('field.category'), (series) => series.category.label, { name: 'category', isShort: true }),
    textColumn(t('series.rule'), (series) => ruleText(series.rule.rrule), { name: 'rule', width: 170 }),
    {
      title: t('series.nextDue'),
      name: 'nextDue',
      width: 190,
      render: ({ next }) => (next === null ? <span aria-hidden="true">–</span> : <SeriesDay day={next} />),
    },
    { title: t('field.status'), width: 110, render: (series) => <SeriesStatusTag series={series} /> },
    textColumn(t('field.assignees'), doers, { name: 'assignees', isShort: true }),
  ];
}

export default function RecurringList() {
  const { t } = useTranslation('tasks');
  const list = useList(recurringTasks);
  const columns = useColumnChoice('recurring_task', list, useColumns());
  const seesAll = useSeesAll();
  const mayExtend = useMay('recurring_tasks.edit') && seesAll;
  return (
    <ListScreen
      title={t('series.list')}
      list={list}
      search={t('series.search')}
      filterBar={<Filters list={list} />}
      columns={columns}
      empty={t('series.empty')}
      primary={
        <>
          {mayExtend && <LinkButton to={extendAddress}>{t('extension.title')}</LinkButton>}
          <Can do="recurring_tasks.create">
            <LinkButton to={manyAddress}>{t('many.title')}</LinkButton>
          </Can>
          <Can do="recurring_tasks.create">
            <LinkButton type="primary" to={addAddress}>
              {t('series.add')}
            </LinkButton>
          </Can>
        </>
      }
    >
      <DataTable label={t('series.list')} list={list} columns={columns.columns} />
    </ListScreen>
  );
}

function Filters({ list }: { list: ReturnType<typeof useList<typeof recurringTasks>> }) {
  const { t } = useTranslation('tasks');
  const { lookup } = barFilters(list);
  const [status, pausedFor] = useSeriesFilters(list, t('field.status'));
  return (
    <FilterBar
      list={list}
      filters={[
        status,
        lookup('clientId', t('field.client'), 'client'),
        lookup('categoryId', t('field.category'), 'recurring_task_category'),
        lookup('assigneeId', t('field.assignees'), 'person'),
        pausedFor,
      ]}
    />
  );
}
