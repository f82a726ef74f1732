import Checkbox from 'antd/es/checkbox';
import Form from 'antd/es/form';
import Input from 'antd/es/input';
import Segmented from 'antd/es/segmented';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputOf } from '@daybook/contracts/endpoint';
import { daysBetween } from '@daybook/contracts/plain-date';
import { timeEntries, type TimeEntry } from '@daybook/contracts/tasks/time/task-time';
import { notify } from '@daybook/shared/notify';
import { today } from '@daybook/shared/today';
import { DateInput } from '@daybook/shared/inputs/date-input';
import { fieldOf } from '@daybook/shared/form/field';
import { FormDialog } from '@daybook/shared/form/form-dialog';
import { DurationInput } from '@daybook/shared/inputs/duration-input';
import { TimeOfDayInput } from './time-of-day-input.tsx';
import { dayOf, onOtherDay } from './durations.ts';
import styles from './time.module.css';

const Field = fieldOf(timeEntries.edit);
type Values = InputOf<typeof timeEntries.edit>;

/** Enters time after the work was done. */
export function AddTime({
  task,
  onClose,
}: {
  task: { id: string; no: string; billable: boolean };
  onClose: () => void;
}) {
  const { t } = useTranslation('tasks');
  return (
    <FormDialog
      title={t('time.addTo', { no: task.no })}
      endpoint={timeEntries.create}
      initial={{ workedOn: today(), billable: task.billable }}
      fixed={{ taskId: task.id }}
      verb={t('time.record')}
      onSaved={() => {
        notify.success(t('time.recorded'));
        onClose();
      }}
      onClose={onClose}
    >
      <TimeFields begin="minutes" />
    </FormDialog>
  );
}

export function EditTime({ entry, onClose }: { entry: TimeEntry; onClose: () => void }) {
  const { t } = useTranslation('tasks');
  const { workedOn, startedAt, endedAt, minutes, billable, note } = entry;
  return (
    <FormDialog
      title={t('time.editOf', { no: entry.task.no })}
      endpoint={timeEntries.edit}
      initial={{ workedOn, startedAt, endedAt, minutes, billable, note }}
      fixed={{ id: entry.id }}
      version={entry.version}
      verb={t('shared:form.save')}
      onSaved={onClose}
      onClose={onClose}
    >
      <TimeFields begin={startedAt === null ? 'minutes' : 'span'} />
    </FormDialog>
  );
}

type Way = 'minutes' | 'span';

/** Either a duration, or a start and end time. */
function TimeFields({ begin }: { begin: Way }) {
  const { t } = useTranslation('tasks');
  const form = Form.useFormInstance<Values>();
  const [way, setWay] = useState<Way>(begin);
  const day = Form.useWatch<string | null | undefined>('workedOn', form) ?? '';
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(day);
  const known = useRef(day);
  useEffect(() => {
    const from = known.current;
    if (!isDay || from === day) return;
    known.current = day;
    if (from === '') return;
    // A span moves with its day and keeps its length, even if it runs past midnight or was worked in another zone.
    for (const name of ['startedAt', 'endedAt'] as const) {
      const at = form.getFieldValue(name) as string | null | undefined;
      if (at) form.setFieldValue(name, onOtherDay(at, daysBetween(from, day)));
    }
  }, [form, day, isDay]);
  const startedAt = Form.useWatch<string | null | undefined>('startedAt', form) ?? null;
  const endedAt = Form.useWatch<string | null | undefined>('endedAt', form) ?? null;
  const endsLater = startedAt !== null && endedAt !== null && dayOf(endedAt) > dayOf(startedAt);
  return (
    <>
      <Field name="workedOn" label={t('time.day')} isRequired>
        <DateInput />
      </Field>
      <Segmented<Way>
        aria-label={t('time.way')}
        className={styles.way ?? ''}
        value={way}
        onChange={(chosen) => {
          setWay(chosen);
          form.setFieldsValue({ startedAt: null, endedAt: null, minutes: null });
        }}
        options={[
          { value: 'minutes', label: t('time.length') },
          { value: 'span', label: t('time.fromTo') },
        ]}
      />
      {way === 'minutes' ? (
        <Field name="minutes" label={t('time.length')} hint={t('time.lengthHint')} isRequired>
          <DurationInput />
        </Field>
      ) : (
        <div className={styles.span}>
          <Field name="startedAt" label={t('time.from')} isRequired>
            <TimeOfDayInput day={isDay ? day : today()} />
          </Field>
          <Field
            name="endedAt"
            label={t('time.to')}
            isRequired
            {...(endsLater && { hint: t('time.nextDay') })}
          >
            <TimeOfDayInput day={isDay ? day : today()} after={startedAt} />
          </Field>
        </div>
      )}
      <Field name="note" label={t('time.note')}>
        <Input maxLength={500} />
      </Field>
      <Field name="billable" label={t('field.billable')} valueProp="checked">
        <Checkbox />
      </Field>
    </>
  );
}
