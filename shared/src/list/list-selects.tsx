import Select from 'antd/es/select';
import type { LookupKind } from '@daybook/contracts/lookups';
import { ClearableSelect } from '../inputs/clearable-select.tsx';
import { Lookup } from '../inputs/lookup.tsx';

/** What a person has already done to the select: it has the focus, and it may be open. */
export interface Asked {
  autoFocus?: boolean;
  defaultOpen?: boolean;
}

interface Option {
  value: string;
  label: string;
}

const named = (label: string, isSet: boolean) => ({
  'aria-label': label,
  variant: 'filled' as const,
  placeholder: label,
  prefix: isSet ? `${label}:` : null,
});

interface ChoiceProps extends Asked {
  label: string;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
  options: readonly Option[];
  /** Whether options are found by typing. */
  isTyped?: boolean;
}

export const ChoiceSelect = ({ label, value, options, isTyped = false, ...rest }: ChoiceProps) => (
  <ClearableSelect<string | undefined, Option>
    {...rest}
    {...named(label, value !== undefined)}
    value={value}
    options={[...options]}
    showSearch={isTyped && { optionFilterProp: 'label' }}
    popupMatchSelectWidth={false}
  />
);

interface ChoicesProps extends Asked {
  label: string;
  values: string[];
  onChange: (values: string[]) => void;
  options: readonly Option[];
  minInlineSize: number;
}

export const ChoicesSelect = ({ label, values, options, minInlineSize, ...rest }: ChoicesProps) => (
  <ClearableSelect<string[], Option>
    {...rest}
    {...named(label, values.length > 0)}
    mode="multiple"
    value={values}
    options={[...options]}
    // A fixed number, because beside the filter's name antd would find no room for any.
    maxTagCount={2}
    popupMatchSelectWidth={false}
    style={{ minInlineSize, maxInlineSize: '100%' }}
  />
);

interface LookupSelectProps extends Asked {
  kind: LookupKind;
  former: boolean;
  label: string;
  value: string | null;
  onChange: (id: string | null) => void;
}

export const LookupSelect = ({ label, value, ...rest }: LookupSelectProps) => (
  <Lookup {...rest} {...named(label, value !== null)} value={value} />
);

interface PlainSelectProps<Value> extends Asked {
  id?: string;
  'aria-label'?: string;
  value: Value;
  onChange: (value: Value) => void;
  options: { value: Value; label: string }[];
}

export const PlainSelect = <Value extends string | number>(props: PlainSelectProps<Value>) => (
  <Select<Value> {...props} popupMatchSelectWidth={false} />
);
