import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { holidayCalendars } from '@daybook/contracts/settings/holiday-calendars/holiday-calendars';
import { FormScreen } from '@daybook/shared/form/form-screen';
import { editAddress, listAddress } from './addresses.ts';
import { CalendarFields } from './calendar-fields.tsx';

/** Days are added after saving, on the calendar's own page. */
export default function AddCalendar() {
  const { t } = useTranslation('settings');
  const navigate = useNavigate();
  return (
    <FormScreen
      title={t('calendar.add')}
      endpoint={holidayCalendars.create}
      initial={{ weekend: [6, 7] }}
      backTo={listAddress}
      onSaved={({ id }) => void navigate(editAddress(id), { replace: true })}
    >
      <CalendarFields />
    </FormScreen>
  );
}
