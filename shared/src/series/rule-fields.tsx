import { useQuery } from '@tanstack/react-query';
import Checkbox from 'antd/es/checkbox';
import Form from 'antd/es/form';
import InputNumber from 'antd/es/input-number';
import Select from 'antd/es/select';
import { useTranslation } from 'react-i18next';
import { recurrence, type PreviewedDay } from '@daybook/contracts/recurrence/preview';
import { RecurrenceRule } from '@daybook/contracts/recurrence/rule';
import { shifts } from '@daybook/contracts/recurrence/working-days';
import { call } from '@daybook/shared/call';
import { formatLocale } from '@daybook/shared/i18n';
import { queryClient } from '@daybook/shared/query-client';
import { DateText, dateText } from '../record/date-text.tsx';
import { fieldOf } from '../form/field.tsx';
import { FormGroup } from '../form/form-group.tsx';
import { Lookup } from '../inputs/lookup.tsx';
import { usePause } from '../inputs/use-pause.tsx';
import { RuleInput } from './rule-input.tsx';
import styles from './rule-fields.module.css';

// Every endpoint that saves a rule uses this field name.
const Field = fieldOf(recurrence.preview);

/** The initial values of a new rule: on the 20th, for the previous month, ten days ahead. */
export const blankRule = {
  rrule: 'FREQ=MONTHLY;BYMONTHDAY=20',
  shift: 'next',
  calendarId: null,
  leadDays: 10,
  periodOffset: -1,
} as const;

interface RuleFieldsProps {
  startsOn?: string | undefined;
  /** The label of the schedule, if its days are not due dates. */
  pattern?: string;
  /** A different label and different choices for the period covered. */
  periods?: { label: string; options: { value: number; label: string }[] };
  /** False if the form has a preview of its own. */
  hasPreview?: boolean;
}

/** The fields of a form's `rule`: the schedule, and a preview of its next days. */
export function RuleFields({ startsOn, pattern, periods, hasPreview = true }: RuleFieldsProps) {
  const { t } = useTranslation('shared');
  return (
    <FormGroup title={t('rule.title')}>
      <Field name={['rule', 'rrule']} label={pattern ?? t('rule.pattern')} isWide isRequired>
        <RuleInput {...(pattern !== undefined && { label: pattern })} />
      </Field>
      <Field name={['rule', 'shift']} label={t('rule.shift')}>
        <Select options={shifts.map((value) => ({ value, label: t(`rule.shiftName.${value}`) }))} />
      </Field>
      <Field name={['rule', 'calendarId']} label={t('rule.calendar')} hint={t('rule.calendarHint')}>
        <Lookup kind="holiday_calendar" />
      </Field>
      <Field name={['rule', 'leadDays']} label={t('rule.leadDays')}>
        <InputNumber min={0} max={365} precision={0} />
      </Field>
      <Field name={['rule', 'periodOffset']} label={periods?.label ?? t('rule.periodOffset')}>
        <Select
          options={
            periods?.options ?? [-1, 0, 1].map((value) => ({ value, label: t(`rule.period.${value}`) }))
          }
        />
      </Field>
      <Field name={['rule', 'calendarYear']} label={t('rule.calendarYear')} valueProp="checked">
        <Checkbox>{t('rule.calendarYearHint')}</Checkbox>
      </Field>
      {hasPreview && <RulePreview startsOn={startsOn} />}
    </FormGroup>
  );
}

function RulePreview({ startsOn }: { startsOn: string | undefined }) {
  const { t } = useTranslation('shared');
  const typed: unknown = Form.useWatch('rule');
  const asked = usePause(JSON.stringify({ rule: typed, startsOn }));
  const { rule, ...rest } = JSON.parse(asked) as { rule?: unknown; startsOn?: string };
  const checked = RecurrenceRule.safeParse(rule);
  const { data } = useQuery(
    {
      queryKey: ['POST', recurrence.preview.path, asked],
      queryFn: async ({ signal }) =>
        call(recurrence.preview, { rule: checked.data ?? blankRule, ...rest }, { signal }),
      enabled: checked.success,
    },
    queryClient,
  );
  if (!checked.success || data === undefined) return null;
  return (
    <output className={styles.preview}>
      <span className={styles.previewTitle}>{t('rule.next', { count: data.days.length })}</span>
      <ol className={styles.days}>
        {data.days.map((day) => (
          <Day key={day.nominal} day={day} />
        ))}
      </ol>
    </output>
  );
}

function Day({ day: { nominal, due, off } }: { day: PreviewedDay }) {
  const { t } = useTranslation('shared');
  const weekday = new Intl.DateTimeFormat(formatLocale(), { weekday: 'short', timeZone: 'UTC' });
  return (
    <li>
      {weekday.format(new Date(`${due}T00:00:00Z`))} <DateText date={due} />
      {off !== null && (
        <span className={styles.reason}>
          {' '}
          {t('rule.instead', { date: dateText(nominal), reason: off.holiday ?? t('rule.weekend') })}
        </span>
      )}
    </li>
  );
}
