import { useMemo } from 'react';
import { formatLocale } from '@daybook/shared/i18n';
import { ClearableSelect } from '../inputs/clearable-select.tsx';
import { countries } from '@daybook/contracts/countries';
import { countryName } from '../inputs/named-select.tsx';

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
  return (
    <ClearableSelect
      aria-label={label}
      variant="filled"
      placeholder={label}
      prefix={filter.country === undefined ? null : `${label}:`}
      value={filter.country}
      onChange={(country: string | undefined) => setFilter({ country })}
      options={options}
      showSearch={{ optionFilterProp: 'label' }}
      popupMatchSelectWidth={false}
    />
  );
}
