import Form from 'antd/es/form';
import Input from 'antd/es/input';
import InputNumber from 'antd/es/input-number';
import Select from 'antd/es/select';
import Switch from 'antd/es/switch';
import { useTranslation } from 'react-i18next';
import { nextStatementDay, statementRhythms } from '@daybook/contracts/receivables/statements/statement-days';
import { statementSchedules } from '@daybook/contracts/receivables/statements/statement-schedules';
import { statementKinds } from '@daybook/contracts/receivables/statements/statements';
import { shifts } from '@daybook/contracts/recurrence/working-days';
import { fieldOf } from '@daybook/shared/form/field';
import { FormGroup } from '@daybook/shared/form/form-group';
import { Lookup } from '@daybook/shared/inputs/lookup';
import { dateText } from '@daybook/shared/record/date-text';
import { today } from '@daybook/shared/today';

const Field = fieldOf(statementSchedules.create);

export const blankSchedule = {
  kind: 'period',
  every: 'month',
  onDay: 5,
  shift: 'next',
  withBalance: true,
} as const;

/** The day that the rule names next, before it is moved off a day off. */
function useNextDay(): string | null {
  const every: unknown = Form.useWatch('every');
  const onDay: unknown = Form.useWatch('onDay');
  const rhythm = statementRhythms.find((one) => one === every);
  if (rhythm === undefined || typeof onDay !== 'number' || onDay < 1 || onDay > 31) return null;
  return dateText(nextStatementDay(rhythm, onDay, today()));
}

export function ScheduleFields() {
  const { t } = useTranslation('billing');
  const next = useNextDay();
  return (
    <>
      <FormGroup title={t('schedule.what')}>
        <Field name="name" label={t('schedule.name')}>
          <Input maxLength={120} />
        </Field>
        <Field name="kind" label={t('statement.kind')}>
          <Select
            options={statementKinds.map((value) => ({ value, label: t(`statement.kinds.${value}`) }))}
          />
        </Field>
      </FormGroup>
      <FormGroup title={t('schedule.when')}>
        <Field name="every" label={t('schedule.every')}>
          <Select
            options={statementRhythms.map((value) => ({ value, label: t(`schedule.rhythms.${value}`) }))}
          />
        </Field>
        <Field
          name="onDay"
          label={t('schedule.onDay')}
          {...(next !== null && { hint: t('schedule.nextHint', { date: next }) })}
        >
          <InputNumber min={1} max={31} precision={0} />
        </Field>
        <Field name="shift" label={t('shared:rule.shift')}>
          <Select options={shifts.map((value) => ({ value, label: t(`shared:rule.shiftName.${value}`) }))} />
        </Field>
        <Field name="calendarId" label={t('shared:rule.calendar')} hint={t('shared:rule.calendarHint')}>
          <Lookup kind="holiday_calendar" />
        </Field>
      </FormGroup>
      <FormGroup title={t('schedule.reach')}>
        <Field name="clientId" label={t('field.client')} hint={t('schedule.reachHint')}>
          <Lookup kind="client" />
        </Field>
        <Field name="entityId" label={t('field.entity')}>
          <Lookup kind="billing_entity" />
        </Field>
        <Field name="groupId" label={t('pending.group')}>
          <Lookup kind="client_group" />
        </Field>
        <Field name="crmId" label={t('unbilled.crm')}>
          <Lookup kind="person" />
        </Field>
        <Field name="withBalance" label={t('ledger.withBalance')} valueProp="checked">
          <Switch />
        </Field>
      </FormGroup>
    </>
  );
}
