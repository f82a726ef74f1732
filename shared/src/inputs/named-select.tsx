import Select from 'antd/es/select';
import { useMemo } from 'react';
import { countries } from '@daybook/contracts/countries';
import { languages } from '@daybook/contracts/fields';
import { CURRENCY_CODES } from '@daybook/contracts/money/currency';
import { formatLocale } from '@daybook/shared/i18n';
import { ClearableSelect } from './clearable-select.tsx';
import { namesOf, type CodeKind } from './code-names.tsx';
import type { FieldControl } from './typed-input.tsx';

interface NamedSelectProps extends FieldControl<string | null> {
  id?: string;
  disabled?: boolean;
  allowClear?: boolean;
  'aria-label'?: string;
}

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
  type: CodeKind;
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
