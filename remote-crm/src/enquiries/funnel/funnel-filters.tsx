import { useTranslation } from 'react-i18next';
import { type enquiryFunnel, funnelGroupings } from '@daybook/contracts/crm/enquiries/enquiry-funnel';
import { DateRangeFilter } from '@daybook/shared/list/date-range-filter';
import { FilterBar } from '@daybook/shared/list/filter-bar';
import { FilterChoice, FilterLookup } from '@daybook/shared/list/filters';
import { SavedViews } from '@daybook/shared/list/saved-views';
import type { FilterOf, List } from '@daybook/shared/list/use-list';
import { useSourceOptions } from '../choice-select.tsx';

type FilterPart = Pick<List<never, FilterOf<typeof enquiryFunnel>>, 'filter' | 'setFilter'>;

export function FunnelFilters({ list }: { list: FilterPart }) {
  const { t } = useTranslation('crm');
  const sources = useSourceOptions();
  const groupings = {
    month: t('funnel.month'),
    source: t('enquiry.source'),
    owner: t('enquiry.owner'),
    service: t('funnel.service'),
  };
  const label = { by: t('funnel.by'), period: t('enquiry.date'), ...groupings };
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
              options={funnelGroupings.map((value) => ({ value, label: groupings[value] }))}
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
        {
          names: ['sourceId'],
          label: label.source,
          control: <FilterChoice list={list} name="sourceId" label={label.source} options={sources} />,
        },
        {
          names: ['owner'],
          label: label.owner,
          control: <FilterLookup list={list} name="owner" label={label.owner} kind="person" />,
        },
        {
          names: ['serviceId'],
          label: label.service,
          control: <FilterLookup list={list} name="serviceId" label={label.service} kind="service" />,
        },
      ]}
    >
      <SavedViews list="enquiry_funnel" />
    </FilterBar>
  );
}
