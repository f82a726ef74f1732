import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import {
  holidayCalendars,
  type HolidayCalendar,
} from '@daybook/contracts/settings/holiday-calendars/holiday-calendars';
import { FormScreen } from '@daybook/shared/form/form-screen';
import { RecordHistory } from '@daybook/shared/history/history';
import type { HistoryWords } from '@daybook/shared/history/history-event';
import { ReadView } from '@daybook/shared/read/read-view';
import { useRead } from '@daybook/shared/read/use-read';
import { ActiveField } from '../active-field.tsx';
import { DeleteButton } from '../delete-button.tsx';
import { listAddress } from './addresses.ts';
import { CalendarDays } from './calendar-days.tsx';
import { CalendarFields } from './calendar-fields.tsx';
import styles from './calendars.module.css';

const valuesOf = ({ name, country, regionCode, weekend, active }: HolidayCalendar) => ({
  name,
  country,
  regionCode,
  weekend,
  active,
});

function useHistoryWords(): HistoryWords {
  const { t } = useTranslation('settings');
  const names = new Map([
    ['name', t('calendar.name')],
    ['country', t('calendar.country')],
    ['regionCode', t('calendar.region')],
    ['active', t('active')],
    ['day', t('calendar.date')],
  ]);
  return { field: (name) => names.get(name) ?? null, status: (status) => status };
}

export default function EditCalendar() {
  const words = useHistoryWords();
  const { id = '' } = useParams();
  return (
    <ReadView of={useRead(holidayCalendars.open, { id })} shape="form">
      {(calendar) => (
        <div className={styles.beside}>
          <CalendarForm calendar={calendar} />
          <div className={styles.stack}>
            <CalendarDays calendar={calendar} />
            <RecordHistory kind="holiday_calendar" id={id} words={words} />
          </div>
        </div>
      )}
    </ReadView>
  );
}

function CalendarForm({ calendar }: { calendar: HolidayCalendar }) {
  const { t } = useTranslation('settings');
  const navigate = useNavigate();
  const { id, version, name } = calendar;
  return (
    <FormScreen
      title={t('calendar.edit', { name })}
      endpoint={holidayCalendars.edit}
      initial={valuesOf(calendar)}
      fixed={{ id }}
      version={version}
      valuesOf={valuesOf}
      backTo={listAddress}
      onSaved={() => void navigate(listAddress)}
      extraActions={
        <DeleteButton
          endpoint={holidayCalendars.remove}
          record={calendar}
          consequence={t('calendar.deleteConsequence')}
          backTo={listAddress}
        />
      }
    >
      <CalendarFields />
      <ActiveField hint={t('calendar.activeHint')} />
    </FormScreen>
  );
}
