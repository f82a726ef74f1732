import Form from 'antd/es/form';
import Input from 'antd/es/input';
import { useTranslation } from 'react-i18next';
import { FormGroup } from '@daybook/shared/ui/form-group';
import { RegionInput } from '@daybook/shared/ui/region-input';
import { Field } from './field.ts';

export function AddressFields() {
  const { t } = useTranslation('settings');
  const country = Form.useWatch('country') as string | undefined;
  const isIndian = country === 'IN';
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
        label={isIndian ? t('address.state') : t('address.region')}
        hint={isIndian ? t('address.stateHint') : t('address.regionHint')}
        isRequired={isIndian}
      >
        <RegionInput country={country} />
      </Field>
    </FormGroup>
  );
}
