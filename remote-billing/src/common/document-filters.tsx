import { useTranslation } from 'react-i18next';
import { CurrencyFilter as CurrencyChoice } from '@daybook/shared/list/currency-filter';
import { DateRangeFilter } from '@daybook/shared/list/date-range-filter';
import { FilterLookup } from '@daybook/shared/list/filters';

interface FilterProps<Filter> {
  list: { filter: Readonly<Partial<Filter>>; setFilter: (patch: Partial<Filter>) => void };
}

interface Parties {
  clientId: string | undefined;
  entityId: string | undefined;
}

interface Dates {
  from: string | undefined;
  to: string | undefined;
}

interface Money {
  currency: string | undefined;
}

/** Filters by client and by billing entity. */
export function PartyFilters({ list }: FilterProps<Parties>) {
  const { t } = useTranslation('billing');
  return (
    <>
      <FilterLookup list={list} name="clientId" label={t('field.client')} kind="client" />
      <EntityFilter list={list} />
    </>
  );
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

interface DocumentFiltersProps extends FilterProps<Parties & Money & Dates> {
  /** Label of the date that the list is filtered by. */
  dateLabel: string;
}

/** The filters that all document lists share. Each list adds its own statuses. */
export function DocumentFilters({ list, dateLabel }: DocumentFiltersProps) {
  return (
    <>
      <PartyFilters list={list} />
      <CurrencyFilter list={list} />
      <DateFilter list={list} label={dateLabel} />
    </>
  );
}
