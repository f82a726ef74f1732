import { useTranslation } from 'react-i18next';
import { CURRENCY_CODES } from '@daybook/contracts/money/currency';
import { ClearableSelect } from '@daybook/shared/inputs/clearable-select';

const options = CURRENCY_CODES.map((value) => ({ value, label: value }));

interface CurrencyFilterProps {
  list: { filter: { currency?: string | undefined }; setFilter: (patch: { currency?: string }) => void };
}

/** The chip of one currency, found by typing its code; sums stand over one currency only. */
export function CurrencyFilter({ list: { filter, setFilter } }: CurrencyFilterProps) {
  const { t } = useTranslation('billing');
  const label = t('field.currency');
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
