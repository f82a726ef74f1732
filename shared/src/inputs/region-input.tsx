import Input from 'antd/es/input';
import { regionsOf } from '@daybook/contracts/regions';
import { ClearableSelect } from './clearable-select.tsx';
import type { FieldControl } from './typed-input.tsx';

interface RegionInputProps extends FieldControl<string | null> {
  country: string | undefined;
  id?: string;
  'aria-label'?: string;
}

/** An ISO 3166-2 region: chosen from a list if the country's taxes depend on it, typed otherwise. */
export function RegionInput({ country, value, onChange, ...rest }: RegionInputProps) {
  const regions = regionsOf(country ?? '');
  if (regions !== undefined) {
    return (
      <ClearableSelect<string>
        {...rest}
        showSearch={{ optionFilterProp: 'label' }}
        options={regions.map(({ regionCode, name }) => ({ value: regionCode, label: name }))}
        value={value ?? undefined}
        onChange={(chosen: string | undefined) => onChange?.(chosen ?? null)}
      />
    );
  }
  return (
    <Input
      {...rest}
      placeholder={country ? `${country}-` : ''}
      value={value ?? ''}
      onChange={(event) => onChange?.(event.target.value.toUpperCase() || null)}
    />
  );
}
