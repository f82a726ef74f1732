import Drawer from 'antd/es/drawer';
import { useAtomValue } from 'jotai';
import { useTranslation } from 'react-i18next';
import { store, themeAtom } from '@daybook/shared/session';
import { SideNav } from './side-nav.tsx';
import css from './side-nav.module.css';

interface Props {
  isOpen: boolean;
  onClose: () => void;
}

export default function NavDrawer({ isOpen, onClose }: Props) {
  const { t } = useTranslation('host');
  const { direction, sideNavTheme } = useAtomValue(themeAtom, { store });
  return (
    <Drawer
      open={isOpen}
      placement={direction === 'rtl' ? 'right' : 'left'}
      size={280}
      title={t('nav.label')}
      onClose={onClose}
      destroyOnHidden
      styles={{ body: { padding: 0 } }}
    >
      <div data-theme={sideNavTheme === 'dark' ? 'dark' : undefined} className={css.drawer}>
        <SideNav onNavigate={onClose} />
      </div>
    </Drawer>
  );
}
