import Input from 'antd/es/input';
import InputNumber from 'antd/es/input-number';
import Select from 'antd/es/select';
import Switch from 'antd/es/switch';
import { useTranslation } from 'react-i18next';
import {
  reminderChannels,
  type ReminderLevel,
  type ReminderSettings,
} from '@daybook/contracts/receivables/reminders/reminder-levels';
import { MoneyInput } from '@daybook/shared/inputs/money-input';
import { Field } from './field.ts';
import { TemplatesInput } from './templates-input.tsx';

interface LevelFieldsProps {
  index: number;
  settings: ReminderSettings;
  /** The text that the level has unless it has its own. */
  usual: ReminderLevel['usualTemplates'];
}

export function LevelFields({ index, settings: { entity, currency }, usual }: LevelFieldsProps) {
  const { t } = useTranslation('settings');
  return (
    <>
      <Field name={['levels', index, 'name']} label={t('reminders.name')} isRequired>
        <Input maxLength={80} autoComplete="off" />
      </Field>
      <Field
        name={['levels', index, 'offsetDays']}
        label={t('reminders.offsetDays')}
        hint={t('reminders.offsetHint')}
        isRequired
      >
        <InputNumber min={-60} max={730} precision={0} />
      </Field>
      <Field name={['levels', index, 'channel']} label={t('reminders.channel')} isRequired>
        <Select
          options={reminderChannels.map((value) => ({ value, label: t(`reminders.channels.${value}`) }))}
        />
      </Field>
      <Field
        name={['levels', index, 'minDays']}
        label={t('reminders.minDays')}
        hint={t('reminders.minDaysHint')}
        isRequired
      >
        <InputNumber min={1} max={365} precision={0} />
      </Field>
      <Field
        name={['levels', index, 'attachStatement']}
        label={t('reminders.attachStatement')}
        valueProp="checked"
      >
        <Switch />
      </Field>
      <Field
        name={['levels', index, 'attachInvoices']}
        label={t('reminders.attachInvoices')}
        valueProp="checked"
      >
        <Switch />
      </Field>
      <Field name={['levels', index, 'fee']} label={t('reminders.fee')} hint={t('reminders.feeHint')}>
        <MoneyInput currency={currency} />
      </Field>
      <Field name={['levels', index, 'templates']} label={t('reminders.text')} isWide>
        <TemplatesInput path={`levels.${index}.templates`} index={index} entityId={entity.id} usual={usual} />
      </Field>
    </>
  );
}
