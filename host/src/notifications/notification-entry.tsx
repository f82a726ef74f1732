import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { recordPath } from '@daybook/contracts/entities';
import type { Notification } from '@daybook/contracts/notifications';
import { InstantText } from '@daybook/shared/record/date-text';
import { notificationText } from './notification-text.ts';
import css from './notifications.module.css';

interface Props {
  notification: Notification;
  onFollow: () => void;
}

export function NotificationEntry({ notification, onFollow }: Props) {
  const { t } = useTranslation('personal');
  const { record, isRead, at } = notification;
  const inside = (
    <>
      <span className={css.mark}>{!isRead && <span className={css.hidden}>{t('bell.isUnread')}</span>}</span>
      <span className={css.text} dir="auto">
        {notificationText(notification)}
      </span>
      <span className={css.at}>
        <InstantText at={at} />
      </span>
    </>
  );
  return (
    <li className={isRead ? undefined : css.isUnread}>
      {record === null ? (
        <button type="button" className={css.entry} onClick={onFollow}>
          {inside}
        </button>
      ) : (
        <Link to={recordPath(record.kind, record.id)} className={css.entry} onClick={onFollow}>
          {inside}
        </Link>
      )}
    </li>
  );
}
