import UserOutlined from '@ant-design/icons/es/icons/UserOutlined';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { listPath } from '@daybook/contracts/entities';
import { MenuButton } from '@daybook/shared/list/menu-button';
import { signOut, useMe } from '@daybook/shared/session';
import { laterByItself } from './later-panel.tsx';
import { profilePath } from '../routing/paths.ts';
import { PanelBoundary } from './panel-boundary.tsx';
import css from './page-header.module.css';

const MyPhoto = laterByItself(() => import('../profile/my-photo.tsx'), <UserOutlined />);

/** The signed-in person, their profile, and signing out. */
export function UserMenu({ isNarrow }: { isNarrow: boolean }) {
  const { t } = useTranslation('host');
  const navigate = useNavigate();
  const me = useMe();
  const items = [
    ...(me === null ? [] : [{ key: 'who', disabled: true, label: <bdi>{me.email}</bdi> }]),
    { key: 'profile', label: t('profile'), onClick: () => void navigate(profilePath) },
    { key: 'jobs', label: t('jobs'), onClick: () => void navigate(listPath('job')) },
    { key: 'sign-out', label: t('signOut'), onClick: () => void signOut() },
  ];
  const photo = me?.hasPhoto === true && (
    <PanelBoundary>
      <MyPhoto size={24} />
    </PanelBoundary>
  );
  return (
    <MenuButton
      menu={{ items }}
      type="text"
      icon={photo || <UserOutlined />}
      aria-label={me?.name ?? t('userMenu')}
    >
      {!isNarrow && <bdi className={css.name}>{me?.name}</bdi>}
    </MenuButton>
  );
}
