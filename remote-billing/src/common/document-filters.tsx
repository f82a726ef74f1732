import { useTranslation } from 'react-i18next';
import { barFilters, rangeFilter } from '@daybook/shared/list/bar-filters';
import { CurrencyFilter as CurrencyChoice } from '@daybook/shared/list/currency-filter';
import { DateRangeFilter } from '@daybook/shared/list/date-range-filter';
import type { BarFilter } from '@daybook/shared/list/filter-bar';
import { FilterLookup } from '@daybook/shared/list/filters';

interface FilterProps<Filter> {
  list: { filter: Readonly<Partial<Filter>>; setFilter: (patch: Partial<Filter>) => void };
}

interface Parties {
  clientId?: string | undefined;
  entityId?: string | undefined;
}

interface Dates {
  from?: string | undefined;
  to?: string | undefined;
}

interface Money {
  currency?: string | undefined;
}

export function EntityFilter({ list }: FilterProps<Pick<Parties, 'entityId'>>) {
  const { t } = useTranslation('billing');
  return <FilterLookup list={list} name="entityId" label={t('field.entity')} kind="billing_entity" />;
}

/** Totals need it, because they never mix currencies. */
export function CurrencyFilter({ list }: FilterProps<Money>) {
  const { t } = useTranslation('billing');
  return <CurrencyChoice list={list} label={t('field.currency')} />;
}

/** The first and last day of the list. */
export function DateFilter({ list, label }: FilterProps<Dates> & { label: string }) {
  const { from, to } = list.filter;
  return <DateRangeFilter from={from} to={to} label={label} onChange={(range) => list.setFilter(range)} />;
}

/** The filters that all document lists share, those used most first. Each list puts its own statuses before them. */
export function useDocumentFilters(
  list: FilterProps<Parties & Money & Dates>['list'],
  dateLabel: string,
): BarFilter<Parties & Money & Dates>[] {
  return [...usePartyFilters(list), rangeFilter(list, dateLabel), useCurrencyFilter(list)];
}

/** Filters by client and by billing entity. */
export function usePartyFilters(list: FilterProps<Parties>['list']): BarFilter<Parties>[] {
  const { t } = useTranslation('billing');
  return [barFilters(list).lookup('clientId', t('field.client'), 'client'), useEntityFilter(list)];
}

export function useEntityFilter(
  list: FilterProps<Pick<Parties, 'entityId'>>['list'],
): BarFilter<Pick<Parties, 'entityId'>> {
  const { t } = useTranslation('billing');
  return barFilters(list).lookup('entityId', t('field.entity'), 'billing_entity');
}

export function useCurrencyFilter(list: FilterProps<Money>['list']): BarFilter<Money> {
  const { t } = useTranslation('billing');
  return barFilters(list).one('currency', t('field.currency'), <CurrencyFilter list={list} />);
}
