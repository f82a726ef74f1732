import Form from 'antd/es/form';
import Input from 'antd/es/input';
import { useTranslation } from 'react-i18next';
import { needsRegion } from '@daybook/contracts/regions';
import { FormGroup } from '@daybook/shared/form/form-group';
import { RegionInput } from '@daybook/shared/inputs/region-input';
import { Field } from './field.ts';

export function AddressFields() {
  const { t } = useTranslation('settings');
  const country = Form.useWatch('country') as string | undefined;
  const turnsOnRegion = needsRegion(country ?? '');
  return (
    <FormGroup title={t('address.title')}>
      <Field name={['address', 'line1']} label={t('address.line1')} isRequired>
        <Input maxLength={200} autoComplete="off" />
      </Field>
      <Field name={['address', 'line2']} label={t('address.line2')}>
        <Input maxLength={200} autoComplete="off" />
      </Field>
      <Field name={['address', 'postal']} label={t('address.postal')}>
        <Input maxLength={16} autoComplete="off" />
      </Field>
      <Field name={['address', 'city']} label={t('address.city')}>
        <Input maxLength={100} autoComplete="off" />
      </Field>
      <Field
        name={['address', 'regionCode']}
        label={turnsOnRegion ? t('address.state') : t('address.region')}
        hint={turnsOnRegion ? t('address.stateHint') : t('address.regionHint')}
        isRequired={turnsOnRegion}
      >
        <RegionInput country={country} />
      </Field>
    </FormGroup>
  );
}
