import BellOutlined from '@ant-design/icons/es/icons/BellOutlined';
import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';
import { notifications } from '@daybook/contracts/notifications';
import { useRead } from '@daybook/shared/ui/use-read';
import { useSettled } from '../layout/use-settled.ts';
import css from './bell.module.css';

/** From here on the server does not count either. */
const most = 99;

/** How much is unread; asked a moment after the page stands, since nobody waits for it. */
export function BellButton({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation('host');
  const unread = useRead(notifications.unread, useSettled() ? {} : null);
  const count = unread.data?.count ?? 0;
  const shown = count > most ? `${most}+` : String(count);
  return (
    <Button
      type="text"
      icon={
        <span className={css.bell}>
          <BellOutlined />
          {count > 0 && (
            <span className={css.count} aria-hidden="true">
              {shown}
            </span>
          )}
        </span>
      }
      aria-label={count === 0 ? t('bell.label') : t('bell.unread', { count: shown })}
      onClick={onOpen}
    />
  );
}
