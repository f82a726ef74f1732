import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined';
import EditOutlined from '@ant-design/icons/es/icons/EditOutlined';
import Button from 'antd/es/button';
import Input from 'antd/es/input';
import InputNumber from 'antd/es/input-number';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  holidayCalendars,
  type Holiday,
  type HolidayCalendar,
} from '@daybook/contracts/settings/holiday-calendars/holiday-calendars';
import { formatLocale } from '@daybook/shared/i18n';
import { notify } from '@daybook/shared/notify';
import { today } from '@daybook/shared/today';
import { ConfirmButton } from '@daybook/shared/form/confirm';
import { DateInput } from '@daybook/shared/inputs/date-input';
import { DateText } from '@daybook/shared/record/date-text';
import { fieldOf } from '@daybook/shared/form/field';
import { FormDialog } from '@daybook/shared/form/form-dialog';
import { ReadView } from '@daybook/shared/read/read-view';
import { RecordSection } from '@daybook/shared/record/record-screen';
import { useRead } from '@daybook/shared/read/use-read';
import { useSave } from '@daybook/shared/form/use-save';
import { CalendarFiles } from './calendar-files.tsx';
import styles from './calendars.module.css';

const Field = fieldOf(holidayCalendars.addDay);

interface Part {
  calendar: HolidayCalendar;
}

/** The days of a calendar, one year at a time. */
export function CalendarDays({ calendar }: Part) {
  const { t } = useTranslation('settings');
  const thisYear = Number(today().slice(0, 4));
  const [year, setYear] = useState(thisYear);
  const [isAdding, setAdding] = useState(false);
  const { id, version } = calendar;
  const hasDays = calendar.years.some((one) => one.year === year);
  const read = useRead(holidayCalendars.days, hasDays ? { id, year } : null);
  return (
    <RecordSection
      title={t('calendar.days')}
      extra={
        <InputNumber
          aria-label={t('calendar.year')}
          min={1900}
          max={2199}
          precision={0}
          value={year}
          onChange={(chosen) => setYear(chosen ?? thisYear)}
        />
      }
    >
      {hasDays ? (
        <ReadView of={read}>
          {({ days }) => <DaysTable calendar={calendar} days={days} year={year} />}
        </ReadView>
      ) : (
        <DaysTable calendar={calendar} days={[]} year={year} />
      )}
      <div className={styles.actions}>
        <Button type="primary" onClick={() => setAdding(true)}>
          {t('calendar.addDay')}
        </Button>
        {hasDays && <CopyYear calendar={calendar} year={year} />}
        <CalendarFiles calendar={calendar} />
      </div>
      {isAdding && (
        <FormDialog
          title={t('calendar.addDay')}
          endpoint={holidayCalendars.addDay}
          fixed={{ id }}
          version={version}
          verb={t('calendar.addDay')}
          onSaved={() => setAdding(false)}
          onClose={() => setAdding(false)}
        >
          <DayFields />
        </FormDialog>
      )}
    </RecordSection>
  );
}

function DayFields() {
  const { t } = useTranslation('settings');
  return (
    <>
      <Field name="day" label={t('calendar.date')}>
        <DateInput />
      </Field>
      <Field name="name" label={t('calendar.holiday')}>
        <Input maxLength={200} />
      </Field>
    </>
  );
}

const weekdayOf = (day: string): string =>
  new Intl.DateTimeFormat(formatLocale(), { weekday: 'short', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );

function DaysTable({ calendar, days, year }: Part & { days: readonly Holiday[]; year: number }) {
  const { t } = useTranslation('settings');
  const [edited, setEdited] = useState<Holiday | null>(null);
  if (days.length === 0) return <p>{t('calendar.noDays', { year })}</p>;
  const close = () => setEdited(null);
  return (
    <>
      <table className={styles.days}>
        <thead>
          <tr>
            <th scope="col">{t('calendar.date')}</th>
            <th scope="col">{t('calendar.holiday')}</th>
            <th scope="col">{t('actions')}</th>
          </tr>
        </thead>
        <tbody>
          {days.map((holiday) => (
            <tr key={holiday.day}>
              <td>
                {weekdayOf(holiday.day)} <DateText date={holiday.day} />
              </td>
              <td>
                <bdi>{holiday.name}</bdi>
              </td>
              <td className={styles.tools}>
                <Button
                  type="text"
                  icon={<EditOutlined />}
                  aria-label={t('calendar.editDay', { name: holiday.name })}
                  onClick={() => setEdited(holiday)}
                />
                <RemoveDay calendar={calendar} holiday={holiday} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {edited !== null && (
        <FormDialog
          title={t('calendar.editDay', { name: edited.name })}
          endpoint={holidayCalendars.editDay}
          initial={edited}
          fixed={{ id: calendar.id, was: edited.day }}
          version={calendar.version}
          verb={t('save')}
          onSaved={close}
          onClose={close}
        >
          <DayFields />
        </FormDialog>
      )}
    </>
  );
}

function RemoveDay({ calendar: { id, version }, holiday: { day, name } }: Part & { holiday: Holiday }) {
  const { t } = useTranslation('settings');
  const { save } = useSave(holidayCalendars.removeDay);
  const question = t('calendar.removeDay', { name });
  return (
    <ConfirmButton
      type="text"
      icon={<DeleteOutlined />}
      aria-label={question}
      question={question}
      consequence={t('calendar.removeDayMeans')}
      verb={t('delete')}
      run={async () => save({ id, day }, version)}
    />
  );
}

function CopyYear({ calendar: { id, version }, year }: Part & { year: number }) {
  const { t } = useTranslation('settings');
  const { save } = useSave(holidayCalendars.copyYear);
  const verb = t('calendar.copyYear', { year: year + 1 });
  return (
    <ConfirmButton
      question={t('calendar.copyQuestion', { from: year, to: year + 1 })}
      consequence={t('calendar.copyMeans')}
      verb={verb}
      run={async () => {
        const { added } = await save({ id, year }, version);
        notify.success(t('calendar.brought', { count: added }));
      }}
    >
      {verb}
    </ConfirmButton>
  );
}
