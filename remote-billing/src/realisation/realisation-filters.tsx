import { useTranslation } from 'react-i18next';
import type { LookupKind } from '@daybook/contracts/lookups';
import { realisation } from '@daybook/contracts/receivables/realisation/realisation';
import { onTheDay } from '@daybook/shared/list-address';
import type { BarFilter } from '@daybook/shared/list/filter-bar';
import { FilterChoice, FilterLookup } from '@daybook/shared/list/filters';
import type { List } from '@daybook/shared/list/use-list';
import { useRead } from '@daybook/shared/read/use-read';
import { CurrencyFilter, DateFilter, EntityFilter } from '../common/document-filters.tsx';
import type { DetailFilter } from './row-filter.ts';

interface Filtered {
  list: Pick<List<never, DetailFilter>, 'filter' | 'setFilter'>;
}

/** One of many records, or that there is none. */
function KeyedFilter({
  list,
  name,
  kind,
  label,
}: Filtered & { name: 'departmentId' | 'personId'; kind: LookupKind; label: string }) {
  const { t } = useTranslation('billing');
  return list.filter[name] === 'none' ? (
    <FilterChoice
      list={list}
      name={name}
      label={label}
      options={[{ value: 'none', label: t('realisation.none') }]}
    />
  ) : (
    <FilterLookup list={list} name={name} label={label} kind={kind} />
  );
}

/** The categories of the period, recurring ones among them. */
function CategoryFilter({ list, label }: Filtered & { label: string }) {
  const { t } = useTranslation('billing');
  const { from, to } = onTheDay(list.filter);
  const { data } = useRead(realisation.list, { filter: { from, to, by: 'category' }, pageSize: 100 });
  const found = new Map((data?.rows ?? []).flatMap(({ keys: [key] }) => (key ? [[key.id, key.label]] : [])));
  return (
    <FilterChoice
      list={list}
      name="categoryId"
      label={label}
      options={Array.from(found, ([value, name]) => ({
        value,
        label: value === 'none' ? t('realisation.none') : name,
      }))}
    />
  );
}

/** The filters that the report shares with what is behind it; the period and the client are at hand. */
export function useRealisationFilters(list: Filtered['list']): BarFilter<DetailFilter>[] {
  const { t } = useTranslation('billing');
  const label = {
    period: t('collection.period'),
    category: t('realisation.by.category'),
    department: t('realisation.by.department'),
    person: t('realisation.by.person'),
  };
  return [
    {
      names: ['from', 'to'],
      isWide: true,
      label: label.period,
      control: <DateFilter list={list} label={label.period} />,
    },
    {
      names: ['clientId'],
      label: t('field.client'),
      control: <FilterLookup list={list} name="clientId" label={t('field.client')} kind="client" />,
    },
    {
      names: ['categoryId'],
      label: label.category,
      control: <CategoryFilter list={list} label={label.category} />,
    },
    {
      names: ['personId'],
      label: label.person,
      control: <KeyedFilter list={list} name="personId" kind="person" label={label.person} />,
    },
    {
      names: ['departmentId'],
      label: label.department,
      control: <KeyedFilter list={list} name="departmentId" kind="department" label={label.department} />,
    },
    { names: ['entityId'], label: t('field.entity'), control: <EntityFilter list={list} /> },
    { names: ['currency'], label: t('field.currency'), control: <CurrencyFilter list={list} /> },
  ];
}
