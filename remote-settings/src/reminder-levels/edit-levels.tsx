import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import {
  reminderLevels,
  type ReminderSettings,
} from '@daybook/contracts/receivables/reminders/reminder-levels';
import { FormScreen } from '@daybook/shared/form/form-screen';
import { ReadView } from '@daybook/shared/read/read-view';
import { useRead } from '@daybook/shared/read/use-read';
import { listAddress } from './addresses.ts';
import { LevelRows } from './level-rows.tsx';
import { SettingFields } from './setting-fields.tsx';

const valuesOf = ({ mode, hour, calendar, remindFrom, feeTaxCode, levels }: ReminderSettings) => ({
  mode,
  hour,
  calendarId: calendar?.id ?? null,
  remindFrom,
  feeTaxCodeId: feeTaxCode?.id ?? null,
  levels: levels.map(({ no: _no, usualTemplates: _usual, ...level }) => level),
});

/** How a billing entity reminds its clients. */
export default function EditLevels() {
  const { t } = useTranslation('settings');
  const { id = '' } = useParams();
  const navigate = useNavigate();
  return (
    <ReadView of={useRead(reminderLevels.open, { id })} shape="form">
      {(settings) => (
        <FormScreen
          title={t('reminders.edit', { name: settings.entity.label })}
          endpoint={reminderLevels.edit}
          initial={valuesOf(settings)}
          fixed={{ id }}
          version={settings.version}
          valuesOf={valuesOf}
          backTo={listAddress}
          onSaved={() => void navigate(listAddress)}
        >
          <SettingFields settings={settings} />
          <LevelRows settings={settings} />
        </FormScreen>
      )}
    </ReadView>
  );
}
