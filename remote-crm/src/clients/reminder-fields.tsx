import Form from 'antd/es/form';
import Select from 'antd/es/select';
import { useTranslation } from 'react-i18next';
import { clients } from '@daybook/contracts/crm/clients';
import { reminderModes } from '@daybook/contracts/reminders';
import { DateInput } from '@daybook/shared/ui/date-input';
import { fieldOf } from '@daybook/shared/ui/field';

const Field = fieldOf(clients.create);

/** Whether reminders may go to the client, and until when they rest. */
export function ReminderFields() {
  const { t } = useTranslation('crm');
  const isPaused = Form.useWatch('reminders') === 'paused';
  return (
    <>
      <Field name="reminders" label={t('client.reminders')}>
        <Select options={reminderModes.map((value) => ({ value, label: t(`reminders.${value}`) }))} />
      </Field>
      {isPaused && (
        <Field name="remindersPausedUntil" label={t('client.remindersPausedUntil')} isRequired>
          <DateInput />
        </Field>
      )}
    </>
  );
}
