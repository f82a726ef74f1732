import BellOutlined from '@ant-design/icons/es/icons/BellOutlined';
import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';
import { laterByItself } from '../layout/later-panel.tsx';
import { PanelBoundary } from '../layout/panel-boundary.tsx';
import { useSettled } from '../layout/use-settled.ts';
import css from './notifications.module.css';

const UnreadCount = laterByItself(() => import(/* webpackChunkName: "live" */ './unread-count.tsx'));

/** The unread count loads a moment after the page, because nobody waits for it. */
export function NotificationButton({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation('host');
  const isSettled = useSettled();
  return (
    <Button
      type="text"
      icon={
        <span className={css.bell}>
          <BellOutlined />
          <PanelBoundary>{isSettled && <UnreadCount />}</PanelBoundary>
        </span>
      }
      aria-label={t('bell.label')}
      title={t('bell.label')}
      aria-describedby="notifications-unread"
      onClick={onOpen}
    />
  );
}
