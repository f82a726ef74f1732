import Input from 'antd/es/input';
import Select from 'antd/es/select';
import { useTranslation } from 'react-i18next';
import { TaxCategory } from '@daybook/contracts/money/tax-split';
import { Regime } from '@daybook/contracts/settings/billing-entities/regimes';
import { TaxKind, taxCodes } from '@daybook/contracts/settings/tax-codes/tax-codes';
import { fieldOf } from '@daybook/shared/form/field';

const Field = fieldOf(taxCodes.edit);

export function TaxCodeFields() {
  const { t } = useTranslation('settings');
  return (
    <>
      <Field name="code" label={t('taxCode.code')}>
        <Input maxLength={20} spellCheck={false} />
      </Field>
      <Field name="name" label={t('taxCode.name')}>
        <Input maxLength={80} />
      </Field>
      <Field name="regime" label={t('entity.regime')}>
        <Select options={Regime.options.map((value) => ({ value, label: t(`regime.${value}`) }))} />
      </Field>
      <Field name="kind" label={t('taxCode.kind')}>
        <Select options={TaxKind.options.map((value) => ({ value, label: t(`taxKind.${value}`) }))} />
      </Field>
      <Field name="category" label={t('taxCode.category')}>
        <Select options={TaxCategory.options.map((value) => ({ value, label: t(`category.${value}`) }))} />
      </Field>
    </>
  );
}
