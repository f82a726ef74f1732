import Switch from 'antd/es/switch';
import { useTranslation } from 'react-i18next';
import { departments } from '@daybook/contracts/settings/departments/departments';
import { fieldOf } from '@daybook/shared/form/field';

// The field has the same name in every record that can be deactivated.
const Field = fieldOf(departments.edit);

/** Whether the record can still be chosen. The hint says where. */
export function ActiveField({ hint }: { hint: string }) {
  const { t } = useTranslation('settings');
  return (
    <Field name="active" label={t('active')} hint={hint} valueProp="checked">
      <Switch />
    </Field>
  );
}
