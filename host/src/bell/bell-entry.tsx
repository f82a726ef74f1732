import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Notification } from '@daybook/contracts/notifications';
import { InstantText } from '@daybook/shared/record/date-text';
import { belowApp } from '../routing/paths.ts';
import { notificationText } from './notification-text.ts';
import css from './bell.module.css';

interface Props {
  notification: Notification;
  onFollow: () => void;
}

export function BellEntry({ notification, onFollow }: Props) {
  const { t } = useTranslation('personal');
  const { path, isRead, at } = notification;
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
      {path === null ? (
        <button type="button" className={css.entry} onClick={onFollow}>
          {inside}
        </button>
      ) : (
        <Link to={belowApp(path)} className={css.entry} onClick={onFollow}>
          {inside}
        </Link>
      )}
    </li>
  );
}
