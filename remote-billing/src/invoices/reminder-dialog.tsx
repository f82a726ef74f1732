import Form from 'antd/es/form';
import Select from 'antd/es/select';
import { useTranslation } from 'react-i18next';
import { invoiceReminders } from '@daybook/contracts/billing/invoice-reminders';
import type { Invoice } from '@daybook/contracts/billing/invoice-record';
import { reminderModes } from '@daybook/contracts/reminders';
import { notify } from '@daybook/shared/notify';
import { DateInput } from '@daybook/shared/ui/date-input';
import { fieldOf } from '@daybook/shared/ui/field';
import { FormDialog } from '@daybook/shared/ui/form-dialog';

const Field = fieldOf(invoiceReminders.edit);

export default function ReminderDialog({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const { t } = useTranslation('billing');
  const { id, reminders, remindersPausedUntil } = invoice;
  return (
    <FormDialog
      title={t('reminders.title')}
      consequence={t('reminders.means')}
      endpoint={invoiceReminders.edit}
      initial={{ reminders, remindersPausedUntil }}
      fixed={{ id }}
      verb={t('reminders.verb')}
      onSaved={() => {
        notify.success(t('reminders.done'));
        onClose();
      }}
      onClose={onClose}
    >
      <Field name="reminders" label={t('reminders.title')}>
        <Select options={reminderModes.map((value) => ({ value, label: t(`reminderMode.${value}`) }))} />
      </Field>
      <PausedUntil />
    </FormDialog>
  );
}

function PausedUntil() {
  const { t } = useTranslation('billing');
  if (Form.useWatch('reminders') !== 'paused') return null;
  return (
    <Field name="remindersPausedUntil" label={t('reminders.until')} isRequired>
      <DateInput />
    </Field>
  );
}
