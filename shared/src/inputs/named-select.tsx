import Select from 'antd/es/select';
import { useMemo } from 'react';
import { languages, type Language } from '@daybook/contracts/fields';
import { CURRENCY_CODES } from '@daybook/contracts/money/currency';
import { formatLocale } from '@daybook/shared/i18n';
import { ClearableSelect } from './clearable-select.tsx';
import type { FieldControl } from './typed-input.tsx';

// ISO 3166-1, the countries in use (2026).
const COUNTRIES =
  'AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CA CC CD CF CG ' +
  'CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH ' +
  'GI GL GM GN GP GQ GR GT GU GW GY HK HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY ' +
  'KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG ' +
  'NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SK SL SM SN ' +
  'SO SR SS ST SV SX SY SZ TC TD TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ' +
  'ZM ZW';

interface NamedSelectProps extends FieldControl<string | null> {
  id?: string;
  disabled?: boolean;
  allowClear?: boolean;
  'aria-label'?: string;
}

type Kind = 'region' | 'currency' | 'language';

const namesOf = (type: Kind) => {
  const names = new Intl.DisplayNames(formatLocale(), { type });
  return (code: string): string => names.of(code) ?? code;
};

/** The name of a country in the language of the interface. */
export const countryName = (code: string): string => namesOf('region')(code);

/** The name of a language in the language of the interface. */
export const languageName = (code: Language): string => namesOf('language')(code);

interface Option {
  value: string;
  label: string;
}

/** Sorts names that start with the search text first, "India" before "British Indian Ocean Territory", so that Enter chooses what was typed. */
function startingFirst(a: Option, b: Option, { searchValue }: { searchValue: string }): number {
  const typed = searchValue.toLowerCase();
  const isOther = ({ label }: Option) => Number(!label.toLowerCase().startsWith(typed));
  return isOther(a) - isOther(b);
}

interface Choices {
  type: Kind;
  codes: readonly string[];
  label?: (code: string, name: string) => string;
}

const justName = (_code: string, name: string): string => name;

function NamedSelect({
  type,
  codes,
  label = justName,
  value,
  onChange,
  allowClear = false,
  ...rest
}: NamedSelectProps & Choices) {
  const locale = formatLocale();
  const options = useMemo(() => {
    const nameOf = namesOf(type);
    const { compare } = new Intl.Collator(locale);
    return codes
      .map((code) => ({ value: code, label: label(code, nameOf(code)) }))
      .toSorted((a, b) => compare(a.label, b.label));
  }, [type, codes, label, locale]);
  const Control = allowClear ? ClearableSelect<string, Option> : Select<string, Option>;
  return (
    <Control
      {...rest}
      showSearch={{ optionFilterProp: 'label', filterSort: startingFirst }}
      options={options}
      value={value ?? undefined}
      onChange={(chosen: string | undefined) => onChange?.(chosen ?? null)}
    />
  );
}

export const countries: readonly string[] = COUNTRIES.split(' ');

export const CountrySelect = (props: NamedSelectProps) => (
  <NamedSelect {...props} type="region" codes={countries} />
);

const codeAndName = (code: string, name: string): string => `${code} – ${name}`;

/** Can be searched by code and by name. */
export const CurrencySelect = (props: NamedSelectProps) => (
  <NamedSelect {...props} type="currency" codes={CURRENCY_CODES} label={codeAndName} />
);

export const LanguageSelect = (props: NamedSelectProps) => (
  <NamedSelect {...props} type="language" codes={languages} />
);
