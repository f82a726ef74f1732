import { CURRENCY_CODES } from '@daybook/contracts/money/currency';
import { ClearableSelect } from '../inputs/clearable-select.tsx';

const options = CURRENCY_CODES.map((value) => ({ value, label: value }));

interface Filter {
  currency?: string | undefined;
}

interface CurrencyFilterProps {
  list: { filter: Filter; setFilter: (patch: Filter) => void };
  label: string;
}

/** Like `FilterChoice`, for one of all currencies, found by typing its code. */
export function CurrencyFilter({ list: { filter, setFilter }, label }: CurrencyFilterProps) {
  return (
    <ClearableSelect
      aria-label={label}
      variant="filled"
      placeholder={label}
      prefix={filter.currency === undefined ? null : `${label}:`}
      value={filter.currency}
      onChange={(currency: string | undefined) => setFilter({ currency })}
      options={options}
      showSearch
      popupMatchSelectWidth={false}
    />
  );
}
