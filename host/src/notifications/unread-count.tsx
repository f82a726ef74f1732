import { useTranslation } from 'react-i18next';
import { notifications } from '@daybook/contracts/notifications';
import { useRead } from '@daybook/shared/read/use-read';
import css from './notifications.module.css';

/** The server stops counting at this number too. */
const most = 99;

/** The count on the bell, which is also the description that screen readers announce. */
export default function UnreadCount() {
  const { t } = useTranslation('host');
  const unread = useRead(notifications.unread, {});
  const count = unread.data?.count ?? 0;
  if (count === 0) return null;
  const shown = count > most ? `${most}+` : String(count);
  return (
    <>
      <span className={css.count} data-count={shown} />
      <span id="notifications-unread" hidden>
        {t('bell.unread', { count: shown })}
      </span>
    </>
  );
}
