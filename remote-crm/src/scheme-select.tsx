import Select, { type SelectProps } from 'antd/es/select';
import { useTranslation } from 'react-i18next';
import { TaxScheme } from '@daybook/contracts/identifiers/tax-scheme';

/** The kinds of tax numbers. */
export function SchemeSelect(props: SelectProps<TaxScheme>) {
  const { t } = useTranslation('crm');
  const options = TaxScheme.options.map((one) => ({
    value: one,
    label: t(`scheme.${one.replace(':', '_')}`),
  }));
  return <Select<TaxScheme> {...props} options={options} />;
}
