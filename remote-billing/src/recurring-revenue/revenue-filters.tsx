import { useTranslation } from 'react-i18next';
import {
  revenueGroupings,
  type recurringRevenue,
} from '@daybook/contracts/crm/subscriptions/recurring-revenue';
import { DateRangeFilter } from '@daybook/shared/list/date-range-filter';
import { FilterBar } from '@daybook/shared/list/filter-bar';
import { FilterChoice } from '@daybook/shared/list/filters';
import type { FilterOf, List } from '@daybook/shared/list/use-list';
import { EntityFilter } from '../common/document-filters.tsx';

type FilterPart = Pick<List<never, FilterOf<typeof recurringRevenue>>, 'filter' | 'setFilter'>;

export function RevenueFilters({ list }: { list: FilterPart }) {
  const { t } = useTranslation('billing');
  const label = { by: t('collection.groupBy'), period: t('collection.period'), entity: t('field.entity') };
  return (
    <FilterBar
      list={list}
      filters={[
        {
          names: ['by'],
          label: label.by,
          control: (
            <FilterChoice
              list={list}
              name="by"
              label={label.by}
              options={revenueGroupings.map((value) => ({ value, label: t(`revenue.by.${value}`) }))}
            />
          ),
        },
        {
          names: ['from', 'to'],
          isWide: true,
          label: label.period,
          control: (
            <DateRangeFilter
              label={label.period}
              from={list.filter.from}
              to={list.filter.to}
              onChange={(range) => list.setFilter(range)}
            />
          ),
        },
        { names: ['entityId'], label: label.entity, control: <EntityFilter list={list} /> },
      ]}
    />
  );
}
