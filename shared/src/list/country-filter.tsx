import { useMemo } from 'react';
import { formatLocale } from '@daybook/shared/i18n';
import { countries } from '@daybook/contracts/countries';
import { countryName } from '../inputs/code-names.tsx';
import { FilterChoice } from './filters.tsx';

interface Filter {
  country?: string | undefined;
}

interface CountryFilterProps {
  list: { filter: Filter; setFilter: (patch: Filter) => void };
  label: string;
}

/** Like `FilterChoice`, for one of all countries, found by typing its name. */
export function CountryFilter({ list: { filter, setFilter }, label }: CountryFilterProps) {
  const locale = formatLocale();
  const options = useMemo(() => {
    const { compare } = new Intl.Collator(locale);
    return countries
      .map((value) => ({ value, label: countryName(value) }))
      .toSorted((a, b) => compare(a.label, b.label));
  }, [locale]);
  return <FilterChoice list={{ filter, setFilter }} name="country" label={label} options={options} isTyped />;
}
