import { useTranslation } from 'react-i18next';
import { withoutTokens } from '@daybook/contracts/recurrence/period';
import { recurringTasks } from '@daybook/contracts/tasks/recurring-tasks/recurring-tasks';
import { useSeesAll } from '@daybook/shared/sees-all';
import { useMay } from '@daybook/shared/session';
import { Can } from '@daybook/shared/record/can';
import { linkColumn, textColumn, type ColumnsOf } from '@daybook/shared/list/columns';
import { DataTable } from '@daybook/shared/list/data-table';
import { FilterLookup } from '@daybook/shared/list/filters';
import { LinkButton } from '@daybook/shared/record/link-button';
import { ListScreen } from '@daybook/shared/list/list-screen';
import { useRuleText } from '@daybook/shared/series/rule-text';
import { SeriesDay } from '@daybook/shared/series/series-days';
import { SeriesFilters } from '@daybook/shared/series/series-filters';
import { SeriesStatusTag } from '@daybook/shared/series/series-status';
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
    textColumn(t('field.client'), (series) => series.client.label, { isShort: true }),
    textColumn(t('field.category'), (series) => series.category.label, { isShort: true }),
    textColumn(t('series.rule'), (series) => ruleText(series.rule.rrule), { width: 170 }),
    {
      title: t('series.nextDue'),
      width: 190,
      render: ({ next }) => (next === null ? <span aria-hidden="true">–</span> : <SeriesDay day={next} />),
    },
    { title: t('field.status'), width: 110, render: (series) => <SeriesStatusTag series={series} /> },
    textColumn(t('field.assignees'), doers, { isShort: true }),
  ];
}

export default function RecurringList() {
  const { t } = useTranslation('tasks');
  const list = useList(recurringTasks);
  const columns = useColumns();
  const seesAll = useSeesAll();
  const mayExtend = useMay('recurring_tasks.edit') && seesAll;
  return (
    <ListScreen
      title={t('series.list')}
      list={list}
      search={t('series.search')}
      filters={
        <>
          <SeriesFilters list={list} statusLabel={t('field.status')} />
          <FilterLookup list={list} name="clientId" label={t('field.client')} kind="client" />
          <FilterLookup
            list={list}
            name="categoryId"
            label={t('field.category')}
            kind="recurring_task_category"
          />
          <FilterLookup list={list} name="assigneeId" label={t('field.assignees')} kind="person" />
        </>
      }
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
      <DataTable label={t('series.list')} list={list} columns={columns} />
    </ListScreen>
  );
}
