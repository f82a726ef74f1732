import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ownNotificationsPath } from '../routing/paths.ts';
import { Section } from './section.tsx';

export function NotificationsSection() {
  const { t } = useTranslation('personal');
  return (
    <Section
      title={t('ownNotifications.title')}
      actions={<Link to={ownNotificationsPath}>{t('ownNotifications.link')}</Link>}
    >
      <p>{t('ownNotifications.about')}</p>
    </Section>
  );
}
