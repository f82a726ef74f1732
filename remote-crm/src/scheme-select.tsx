import Select, { type SelectProps } from 'antd/es/select';
import { useTranslation } from 'react-i18next';
import { TaxScheme } from '@daybook/contracts/identifiers/tax-scheme';

export function useSchemeName() {
  const { t } = useTranslation('crm');
  return (scheme: TaxScheme): string => t(`scheme.${scheme.replace(':', '_')}`);
}

/** The kinds of tax numbers. */
export function SchemeSelect(props: SelectProps<TaxScheme>) {
  const nameOf = useSchemeName();
  const options = TaxScheme.options.map((one) => ({ value: one, label: nameOf(one) }));
  return <Select<TaxScheme> {...props} options={options} />;
}
