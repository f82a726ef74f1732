import Switch from 'antd/es/switch';
import { useTranslation } from 'react-i18next';
import { departments } from '@daybook/contracts/settings/departments/departments';
import { fieldOf } from '@daybook/shared/form/field';

// Every record that can be deactivated names the field in the same way.
const Field = fieldOf(departments.edit);

/** Whether the record can still be chosen; the hint says where. */
export function ActiveField({ hint }: { hint: string }) {
  const { t } = useTranslation('settings');
  return (
    <Field name="active" label={t('active')} hint={hint} valueProp="checked">
      <Switch />
    </Field>
  );
}
