import { useTranslation } from 'react-i18next';
import { listPath } from '@daybook/contracts/entities';
import { firmNotifications, type FirmNotifications } from '@daybook/contracts/notification-settings';
import { NotificationFields } from '@daybook/shared/notifications/notification-fields';
import { SettingScreen } from '../setting-screen.tsx';
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
  return (
    <SettingScreen
      title={t('firmNotifications.title')}
      open={firmNotifications.open}
      save={firmNotifications.save}
      valuesOf={valuesOf}
      address={listPath('notification_setting')}
    >
      {({ usualTimezone, canMail }) => (
        <>
          <p className={styles.explanation}>{t('firmNotifications.explanation')}</p>
          <NotificationFields usualTimezone={usualTimezone} canMail={canMail} />
        </>
      )}
    </SettingScreen>
  );
}
