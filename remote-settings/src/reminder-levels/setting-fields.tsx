import Select from 'antd/es/select';
import { useTranslation } from 'react-i18next';
import {
  dunningModes,
  type ReminderSettings,
} from '@daybook/contracts/receivables/reminders/reminder-levels';
import { FormGroup } from '@daybook/shared/form/form-group';
import { Lookup } from '@daybook/shared/inputs/lookup';
import { MoneyInput } from '@daybook/shared/inputs/money-input';
import { amountText } from '@daybook/shared/record/amount';
import { Field } from './field.ts';

const hours = Array.from({ length: 24 }, (_, value) => ({
  value,
  label: `${String(value).padStart(2, '0')}:00`,
}));

/** When and to whom reminders go out. */
export function SettingFields({ settings }: { settings: ReminderSettings }) {
  const { t } = useTranslation('settings');
  const { entity, currency, timezone, writeOffLimit } = settings;
  return (
    <FormGroup title={t('reminders.when')}>
      <Field name="mode" label={t('reminders.mode')} hint={t('reminders.modeHint')}>
        <Select options={dunningModes.map((value) => ({ value, label: t(`reminders.modes.${value}`) }))} />
      </Field>
      <Field name="hour" label={t('reminders.hour')} hint={t('reminders.hourHint', { timezone })}>
        <Select options={hours} />
      </Field>
      <Field name="calendarId" label={t('shared:rule.calendar')} hint={t('reminders.calendarHint')}>
        <Lookup kind="holiday_calendar" />
      </Field>
      <Field
        name="remindFrom"
        label={t('reminders.remindFrom')}
        hint={t('reminders.remindFromHint', { amount: amountText(writeOffLimit, currency) })}
      >
        <MoneyInput currency={currency} />
      </Field>
      <Field name="feeTaxCodeId" label={t('reminders.feeTaxCode')} hint={t('reminders.feeTaxCodeHint')}>
        <Lookup kind="tax_code" entityId={entity.id} />
      </Field>
    </FormGroup>
  );
}
