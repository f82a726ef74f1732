import { CURRENCY_CODES } from '@daybook/contracts/money/currency';
import { FilterChoice } from './filters.tsx';

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
    <FilterChoice list={{ filter, setFilter }} name="currency" label={label} options={options} isTyped />
  );
}
