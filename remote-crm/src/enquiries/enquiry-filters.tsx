import { useTranslation } from 'react-i18next';
import type { enquiries } from '@daybook/contracts/crm/enquiries/enquiries';
import {
  enquiryStatuses,
  isLiveEnquiry,
  passedStages,
} from '@daybook/contracts/crm/enquiries/enquiry-machine';
import { DateRangeFilter } from '@daybook/shared/list/date-range-filter';
import { FilterBar, type BarFilter } from '@daybook/shared/list/filter-bar';
import { FilterChoice, FilterChoices, FilterLookup } from '@daybook/shared/list/filters';
import { SavedViews } from '@daybook/shared/list/saved-views';
import type { FilterOf, List } from '@daybook/shared/list/use-list';
import { useReasonOptions, useSourceOptions } from './choice-select.tsx';
import { ClosedOrNot } from './closed-or-not.tsx';
import { DueFilter } from './due-filter.tsx';

export type FilterPart = Pick<List<never, FilterOf<typeof enquiries>>, 'filter' | 'setFilter'>;

/** Enquiries in these statuses, or lost for this reason, would not be found among the open ones alone. */
const alsoClosed = ({ filter, setFilter }: FilterPart): FilterPart => ({
  filter,
  setFilter: (patch) => {
    const statuses = [patch.status ?? []].flat();
    const needsClosed = statuses.some((status) => !isLiveEnquiry(status)) || patch.lostReasonId !== undefined;
    setFilter({ ...patch, ...(needsClosed && { open: undefined }) });
  },
});

/** The board shows all stages, so it has no choice of open ones. */
export function EnquiryFilters({ list, isBoard }: { list: FilterPart; isBoard: boolean }) {
  const { t } = useTranslation('crm');
  const often = useOftenUsed(list);
  const others = useOthers(list);
  // The list opens on the open ones, so this is no filter to be cleared.
  const openOrNot: Filter = {
    names: [],
    label: t('enquiry.openOrClosed'),
    control: <ClosedOrNot list={list} />,
  };
  return (
    <FilterBar list={list} filters={isBoard ? [...often, ...others] : [openOrNot, ...often, ...others]}>
      <SavedViews list="enquiry" />
    </FilterBar>
  );
}

type Filter = BarFilter<FilterOf<typeof enquiries>>;

function useOftenUsed(list: FilterPart): Filter[] {
  const { t } = useTranslation('crm');
  const statuses = enquiryStatuses.map((value) => ({ value, label: t(`enquiryStatus.${value}`) }));
  const label = { status: t('enquiry.status'), owner: t('enquiry.owner') };
  return [
    {
      names: ['status'],
      label: label.status,
      control: (
        <FilterChoices list={alsoClosed(list)} name="status" label={label.status} options={statuses} />
      ),
    },
    {
      names: ['owner'],
      label: label.owner,
      control: <FilterLookup list={list} name="owner" label={label.owner} kind="person" />,
    },
    { names: ['dueBy'], label: t('enquiry.due'), control: <DueFilter list={list} /> },
  ];
}

function useOthers(list: FilterPart): Filter[] {
  const { t } = useTranslation('crm');
  const sources = useSourceOptions();
  const reasons = useReasonOptions();
  const label = {
    source: t('enquiry.source'),
    date: t('enquiry.date'),
    service: t('funnel.service'),
    reason: t('enquiry.lostReason'),
  };
  return [
    {
      names: ['sourceId'],
      label: label.source,
      control: <FilterChoice list={list} name="sourceId" label={label.source} options={sources} />,
    },
    {
      names: ['from', 'to'],
      isWide: true,
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
      control: (
        <FilterChoice list={alsoClosed(list)} name="lostReasonId" label={label.reason} options={reasons} />
      ),
    },
    { names: ['reached'], label: t('funnel.stage'), control: <ReachedFilter list={list} /> },
  ];
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
