import Select from 'antd/es/select';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage, numberLocaleOf } from '@daybook/shared/i18n';
import { countryName } from '@daybook/shared/inputs/named-select';
import css from './settings.module.css';

/** Countries whose number formats represent nearly all there are. */
const regions = ['GB', 'US', 'IN', 'FR', 'DE', 'CH', 'IT', 'ES', 'JP', 'CN', 'SG'];
const ofLanguage = 'language';

const sample = (region: string | null): string =>
  new Intl.NumberFormat(numberLocaleOf(currentLanguage(), region), { minimumFractionDigits: 2 }).format(
    1_234_567.8,
  );

interface Props {
  value: string | null;
  onChange: (region: string | null) => void;
}

/** How numbers and dates are written, independently of the interface language. */
export function NumberFormatSelect({ value, onChange }: Props) {
  const { t } = useTranslation('personal');
  const id = useId();
  // The value may come from the browser and not be in the list.
  const offered = value === null || regions.includes(value) ? regions : [value, ...regions];
  const option = (region: string | null, name: string) => ({
    value: region ?? ofLanguage,
    label: (
      <span className={css.option}>
        <bdi>{name}</bdi> <bdi dir="ltr">{sample(region)}</bdi>
      </span>
    ),
    name,
  });
  return (
    <div className={css.setting}>
      <label htmlFor={id} className={css.label}>
        {t('appearance.numbers')}
      </label>
      <Select<string>
        id={id}
        className={css.wide}
        showSearch={{ optionFilterProp: 'name' }}
        value={value ?? ofLanguage}
        options={[
          option(null, t('appearance.numbersOfLanguage')),
          ...offered.map((region) => option(region, countryName(region))),
        ]}
        onChange={(chosen) => onChange(chosen === ofLanguage ? null : chosen)}
      />
    </div>
  );
}
