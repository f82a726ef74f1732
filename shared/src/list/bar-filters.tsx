import type { ReactNode } from 'react';
import type { LookupKind } from '@daybook/contracts/lookups';
import { DateRangeFilter } from './date-range-filter.tsx';
import type { BarFilter } from './filter-bar.tsx';
import { FilterChoice, FilterChoices, FilterLookup, FilterToggle } from './filters.tsx';
import type { List } from './use-list.tsx';

type Part<Filter> = Pick<List<never, Filter>, 'filter' | 'setFilter'>;
type Options = readonly { value: string; label: string }[];

/** Makes the filters of a `FilterBar`, each from what it sets and its label. */
export function barFilters<Filter>(list: Part<Filter>) {
  type Name = keyof Filter & string;
  const one = (name: Name, label: string, control: ReactNode): BarFilter<Filter> => ({
    names: [name],
    label,
    control,
  });
  return {
    one,
    choice: (name: Name, label: string, options: Options) =>
      one(name, label, <FilterChoice<Filter> list={list} name={name} label={label} options={options} />),
    choices: (name: Name, label: string, options: Options) =>
      one(name, label, <FilterChoices<Filter> list={list} name={name} label={label} options={options} />),
    lookup: (name: Name, label: string, kind: LookupKind) =>
      one(name, label, <FilterLookup<Filter> list={list} name={name} label={label} kind={kind} />),
    toggle: (name: Name, label: string) =>
      one(name, label, <FilterToggle<Filter> list={list} name={name} label={label} />),
  };
}

interface Dates {
  from?: string | undefined;
  to?: string | undefined;
}

/** The first and the last day. */
export function rangeFilter(
  { filter: { from, to }, setFilter }: { filter: Readonly<Dates>; setFilter: (range: Dates) => void },
  label: string,
): BarFilter<Dates> {
  return {
    names: ['from', 'to'],
    label,
    isWide: true,
    control: <DateRangeFilter label={label} from={from} to={to} onChange={setFilter} />,
  };
}
