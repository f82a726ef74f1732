import Checkbox from 'antd/es/checkbox';
import Form from 'antd/es/form';
import Input from 'antd/es/input';
import { useTranslation } from 'react-i18next';
import { weekdays } from '@daybook/contracts/recurrence/pattern';
import { holidayCalendars } from '@daybook/contracts/settings/holiday-calendars/holiday-calendars';
import { fieldOf } from '@daybook/shared/form/field';
import { CountrySelect } from '@daybook/shared/inputs/named-select';
import { RegionInput } from '@daybook/shared/inputs/region-input';
import { weekdayName } from '@daybook/shared/series/rule-text';

const Field = fieldOf(holidayCalendars.create);

/** Weekday numbers follow ISO 8601: 1 is Monday. */
const choices = () =>
  weekdays.map((weekday, no) => ({ value: no + 1, label: weekdayName(weekday, 'short') }));

export function CalendarFields() {
  const { t } = useTranslation('settings');
  const form = Form.useFormInstance();
  const country = Form.useWatch<string | null | undefined>('country', form) ?? undefined;
  return (
    <>
      <Field name="name" label={t('calendar.name')} isWide>
        <Input maxLength={120} />
      </Field>
      <Field name="country" label={t('calendar.country')}>
        <CountrySelect allowClear onChange={() => form.setFieldsValue({ regionCode: null })} />
      </Field>
      <Field name="regionCode" label={t('calendar.region')}>
        <RegionInput country={country} />
      </Field>
      <Field name="weekend" label={t('calendar.weekend')} isWide>
        <Checkbox.Group options={choices()} />
      </Field>
    </>
  );
}
