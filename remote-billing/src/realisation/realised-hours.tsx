import { useTranslation } from 'react-i18next';
import { recordPath } from '@daybook/contracts/entities';
import { realisedHours, type RealisedHours } from '@daybook/contracts/receivables/realisation/realisation';
import { durationText } from '@daybook/shared/inputs/duration-input';
import {
  dateColumn,
  linkColumn,
  moneyColumn,
  textColumn,
  type ColumnsOf,
} from '@daybook/shared/list/columns';
import { DataTable } from '@daybook/shared/list/data-table';
import { FilterBar } from '@daybook/shared/list/filter-bar';
import { ListScreen } from '@daybook/shared/list/list-screen';
import { SavedViews } from '@daybook/shared/list/saved-views';
import { useColumnChoice } from '@daybook/shared/list/use-column-choice';
import { useList } from '@daybook/shared/list/use-list';
import { listLink } from '@daybook/shared/list-link';
import { LinkButton } from '@daybook/shared/record/link-button';
import { useMay } from '@daybook/shared/session';
import { useRealisationFilters } from './realisation-filters.tsx';

const currency = ({ currency: of }: RealisedHours) => of;

function useColumns(showsCost: boolean): ColumnsOf<typeof realisedHours> {
  const { t } = useTranslation('billing');
  const mayOpen = useMay('tasks.view');
  const cost: ColumnsOf<typeof realisedHours> = showsCost
    ? [moneyColumn(t('realisation.cost'), (row) => row.cost, currency, { name: 'cost' })]
    : [];
  return [
    linkColumn(
      t('realisation.task'),
      ({ task }) => `${task.no} ${task.label}`,
      ({ task }) => (mayOpen ? recordPath('task', task.id) : null),
    ),
    dateColumn(t('realisation.workedOn'), ({ workedOn }) => workedOn, { sort: 'workedOn' }),
    textColumn(t('realisation.by.person'), ({ person }) => person.label, { name: 'person' }),
    textColumn(t('field.client'), ({ client }) => client.label, { name: 'client' }),
    textColumn(t('realisation.by.category'), ({ category }) => category?.label, {
      name: 'category',
      isHidden: true,
    }),
    {
      title: t('realisation.hours'),
      align: 'end',
      width: 80,
      render: ({ minutes }) => durationText(minutes),
    },
    moneyColumn(t('realisation.rate'), ({ rate }) => rate, currency, { name: 'rate' }),
    moneyColumn(t('realisation.value'), ({ value }) => value, currency),
    ...cost,
  ];
}

/** The time entries behind the hours of the report. */
export default function RealisedHoursList() {
  const { t } = useTranslation('billing');
  const list = useList(realisedHours);
  const showsCost = list.rows.some(({ cost }) => cost !== null);
  const columns = useColumnChoice('realised_hours', list, useColumns(showsCost));
  const filters = useRealisationFilters(list);
  return (
    <ListScreen
      title={t('realisation.hoursTitle')}
      list={list}
      search={t('realisation.search')}
      empty={t('realisation.empty')}
      columns={columns}
      filterBar={
        <FilterBar list={list} filters={filters}>
          <SavedViews list="realised_hours" />
        </FilterBar>
      }
      primary={<LinkButton to={listLink('realisation', list.filter)}>{t('realisation.title')}</LinkButton>}
    >
      <DataTable label={t('realisation.hoursTitle')} list={list} columns={columns.columns} />
    </ListScreen>
  );
}
