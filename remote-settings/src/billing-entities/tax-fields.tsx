import Input from 'antd/es/input';
import Select from 'antd/es/select';
import { useTranslation } from 'react-i18next';
import { TaxScheme } from '@daybook/contracts/identifiers/tax-scheme';
import { TaxStatus } from '@daybook/contracts/settings/billing-entities/billing-entities';
import { Regime } from '@daybook/contracts/settings/billing-entities/regimes';
import { FormGroup } from '@daybook/shared/form/form-group';
import { FormRows } from '@daybook/shared/form/form-rows';
import { Field } from './field.ts';

export function TaxFields() {
  const { t } = useTranslation('settings');
  return (
    <FormGroup title={t('entity.tax')}>
      <Field name="regime" label={t('entity.regime')} hint={t('entity.regimeHint')}>
        <Select options={Regime.options.map((value) => ({ value, label: t(`regime.${value}`) }))} />
      </Field>
      <Field name="taxStatus" label={t('entity.taxStatus')}>
        <Select options={TaxStatus.options.map((value) => ({ value, label: t(`taxStatus.${value}`) }))} />
      </Field>
      <FormRows
        name="registrations"
        label={(position) => t('registration.label', { position })}
        add={t('registration.add')}
      >
        {(index) => (
          <>
            <Field name={['registrations', index, 'scheme']} label={t('registration.scheme')} isRequired>
              <Select
                options={TaxScheme.options.map((value) => ({
                  value,
                  label: t(`scheme.${value.replace(':', '_')}`),
                }))}
              />
            </Field>
            <Field name={['registrations', index, 'value']} label={t('registration.value')} isRequired>
              <Input maxLength={40} autoComplete="off" />
            </Field>
            <Field
              name={['registrations', index, 'note']}
              label={t('registration.note')}
              hint={t('registration.noteHint')}
            >
              <Input maxLength={200} />
            </Field>
          </>
        )}
      </FormRows>
    </FormGroup>
  );
}
