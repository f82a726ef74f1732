import { useTranslation } from 'react-i18next';
import type { enquiries } from '@daybook/contracts/crm/enquiries/enquiries';
import { enquiryStatuses, passedStages } from '@daybook/contracts/crm/enquiries/enquiry-machine';
import { DateRangeFilter } from '@daybook/shared/list/date-range-filter';
import { FilterBar } from '@daybook/shared/list/filter-bar';
import { FilterChoice, FilterChoices, FilterLookup, FilterToggle } from '@daybook/shared/list/filters';
import { SavedViews } from '@daybook/shared/list/saved-views';
import type { FilterOf, List } from '@daybook/shared/list/use-list';
import { useReasonOptions, useSourceOptions } from './choice-select.tsx';
import { DueFilter } from './due-filter.tsx';

export type FilterPart = Pick<List<never, FilterOf<typeof enquiries>>, 'filter' | 'setFilter'>;

export function EnquiryFilters({ list }: { list: FilterPart }) {
  const { t } = useTranslation('crm');
  const sources = useSourceOptions();
  const reasons = useReasonOptions();
  const statuses = enquiryStatuses.map((value) => ({ value, label: t(`enquiryStatus.${value}`) }));
  const label = {
    open: t('enquiry.open'),
    status: t('enquiry.status'),
    source: t('enquiry.source'),
    owner: t('enquiry.owner'),
    due: t('enquiry.due'),
    date: t('enquiry.date'),
    service: t('funnel.service'),
    reason: t('enquiry.lostReason'),
  };
  return (
    <FilterBar
      list={list}
      filters={[
        {
          names: ['open'],
          label: label.open,
          control: <FilterToggle list={list} name="open" label={label.open} />,
        },
        {
          names: ['status'],
          label: label.status,
          control: <FilterChoices list={list} name="status" label={label.status} options={statuses} />,
        },
        {
          names: ['owner'],
          label: label.owner,
          control: <FilterLookup list={list} name="owner" label={label.owner} kind="person" />,
        },
        { names: ['dueBy'], label: label.due, control: <DueFilter list={list} /> },
        {
          names: ['sourceId'],
          label: label.source,
          control: <FilterChoice list={list} name="sourceId" label={label.source} options={sources} />,
        },
        {
          names: ['from', 'to'],
          label: label.date,
          control: (
            <DateRangeFilter
              label={label.date}
              from={list.filter.from}
              to={list.filter.to}
              onChange={(range) => list.setFilter(range)}
            />
          ),
        },
        {
          names: ['serviceId'],
          label: label.service,
          control: <ServiceFilter list={list} label={label.service} />,
        },
        {
          names: ['lostReasonId'],
          label: label.reason,
          control: <FilterChoice list={list} name="lostReasonId" label={label.reason} options={reasons} />,
        },
        { names: ['reached'], label: t('funnel.stage'), control: <ReachedFilter list={list} /> },
      ]}
    >
      <SavedViews list="enquiry" />
    </FilterBar>
  );
}

/** One of many services; opened from the funnel, also the enquiries without one. */
function ServiceFilter({ list, label }: { list: FilterPart; label: string }) {
  const { t } = useTranslation('crm');
  return list.filter.serviceId === 'none' ? (
    <FilterChoice
      list={list}
      name="serviceId"
      label={label}
      options={[{ value: 'none', label: t('funnel.noService') }]}
    />
  ) : (
    <FilterLookup list={list} name="serviceId" label={label} kind="service" />
  );
}

function ReachedFilter({ list }: { list: FilterPart }) {
  const { t } = useTranslation('crm');
  return (
    <FilterChoice
      list={list}
      name="reached"
      label={t('funnel.stage')}
      options={passedStages.map((value) => ({ value, label: t(`enquiryStatus.${value}`) }))}
    />
  );
}
