import Select from 'antd/es/select';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage, numberLocaleOf } from '@daybook/shared/i18n';
import { regionOf } from '@daybook/shared/region';
import { countryName } from '@daybook/shared/inputs/code-names';
import css from './settings.module.css';

/** Countries whose number formats represent nearly all there are. */
const regions = ['GB', 'US', 'IN', 'FR', 'DE', 'CH', 'IT', 'ES', 'JP', 'CN', 'SG'];
const ofLanguage = 'language';
const ofFirm = 'firm';

const sample = (region: string | null): string =>
  new Intl.NumberFormat(numberLocaleOf(currentLanguage(), region), { minimumFractionDigits: 2 }).format(
    1_234_567.8,
  );

/** As in the display options: null for the formats of the language, undefined for those of the firm’s country. */
type Region = string | null | undefined;

interface Props {
  value: Region;
  onChange: (region: Region) => void;
}

/** How numbers and dates are written, independently of the interface language. */
export function NumberFormatSelect({ value, onChange }: Props) {
  const { t } = useTranslation('personal');
  const id = useId();
  // A person may have chosen a country that is not in the list.
  const offered = typeof value !== 'string' || regions.includes(value) ? regions : [value, ...regions];
  const usual = regionOf({ region: undefined, locale: currentLanguage() });
  const option = (region: string | null, name: string, as = region ?? ofLanguage) => ({
    value: as,
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
        value={value === undefined ? ofFirm : (value ?? ofLanguage)}
        options={[
          option(usual, t('appearance.numbersOfFirm'), ofFirm),
          option(null, t('appearance.numbersOfLanguage')),
          ...offered.map((region) => option(region, countryName(region))),
        ]}
        onChange={(chosen) => onChange(chosen === ofFirm ? undefined : chosen === ofLanguage ? null : chosen)}
      />
    </div>
  );
}
