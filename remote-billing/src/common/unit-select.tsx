import Select from 'antd/es/select';
import { useTranslation } from 'react-i18next';
import type { FieldControl } from '@daybook/shared/inputs/typed-input';

/** The units that a firm bills by (UNECE Recommendation 20). */
const units = ['C62', 'HUR', 'DAY', 'MON', 'ANN', 'KMT', 'E48', 'LS'] as const;

/** The unit of a quantity, by name. A unit that is not on the list shows its code. */
export function UnitSelect({
  value,
  onChange,
  ...rest
}: FieldControl<string> & { id?: string; 'aria-label'?: string }) {
  const { t } = useTranslation('billing');
  return (
    <Select<string>
      {...rest}
      showSearch={{ optionFilterProp: 'label' }}
      popupMatchSelectWidth={false}
      value={value}
      onChange={onChange}
      options={units.map((code) => ({ value: code, label: t(`unit.${code}`) }))}
    />
  );
}
