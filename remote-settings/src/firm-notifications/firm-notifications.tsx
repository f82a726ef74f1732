import { useTranslation } from 'react-i18next';
import { listPath } from '@daybook/contracts/entities';
import { firmNotifications, type FirmNotifications } from '@daybook/contracts/notification-settings';
import { FormScreen } from '@daybook/shared/form/form-screen';
import { NotificationFields } from '@daybook/shared/notifications/notification-fields';
import { ReadView } from '@daybook/shared/read/read-view';
import { useRead } from '@daybook/shared/read/use-read';
import { RecordScreen } from '@daybook/shared/record/record-screen';
import styles from './firm-notifications.module.css';

const valuesOf = ({ choices, timezone, quietFrom, quietTo, digestAt }: FirmNotifications) => ({
  choices,
  timezone,
  quietFrom,
  quietTo,
  digestAt,
});

/** How people are notified who have not chosen otherwise. */
export default function FirmNotificationsScreen() {
  const { t } = useTranslation('settings');
  const read = useRead(firmNotifications.open, {});
  const title = t('firmNotifications.title');
  // It has its title also while it is read and when it is refused, as every page of the menu.
  if (read.data === undefined)
    return (
      <RecordScreen title={title}>
        <ReadView of={read} shape="form">
          {() => null}
        </ReadView>
      </RecordScreen>
    );
  const { version, usualTimezone, canMail } = read.data;
  return (
    <FormScreen
      title={title}
      endpoint={firmNotifications.save}
      initial={valuesOf(read.data)}
      version={version}
      valuesOf={valuesOf}
      backTo={listPath('notification_setting')}
      // Stays here: this form is the page of the settings.
      onSaved={() => undefined}
    >
      <p className={styles.explanation}>{t('firmNotifications.explanation')}</p>
      <NotificationFields usualTimezone={usualTimezone} canMail={canMail} />
    </FormScreen>
  );
}
