import { Suspense, lazy } from 'react';
import App from 'antd/es/app';
import { useAtomValue } from 'jotai';
import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router-dom';
import { changeTheme, store, themeAtom } from '@daybook/shared/session';
import { NoticeOutlet } from '@daybook/shared/ui/notice-outlet';
import { useNarrow } from '@daybook/shared/ui/use-narrow';
import { Look } from '../look/look.tsx';
import { Breadcrumbs } from './breadcrumbs.tsx';
import css from './main-layout.module.css';
import { PageHeader } from './page-header.tsx';
import { SideNav } from './side-nav.tsx';

const NavDrawer = lazy(() => import('./nav-drawer.tsx'));

/** Header, menu and the screen; below 768 px the menu is a drawer. */
export default function MainLayout() {
  const { t } = useTranslation('host');
  const isNarrow = useNarrow();
  const { navCollapsed, mobileNav } = useAtomValue(themeAtom, { store });
  const toggle = () => changeTheme(isNarrow ? { mobileNav: !mobileNav } : { navCollapsed: !navCollapsed });
  return (
    <Look>
      <App component={false}>
        <div className={css.page}>
          <a className={css.skip} href="#content">
            {t('nav.skip')}
          </a>
          <PageHeader isNarrow={isNarrow} onMenu={toggle} />
          <div className={css.body}>
            {isNarrow ? (
              <Suspense fallback={null}>
                {mobileNav && <NavDrawer onClose={() => changeTheme({ mobileNav: false })} />}
              </Suspense>
            ) : (
              <aside className={navCollapsed ? `${css.side} ${css.collapsed}` : css.side}>
                <SideNav isCollapsed={navCollapsed} />
              </aside>
            )}
            <main id="content" tabIndex={-1} className={css.content}>
              <div className={css.measure}>
                <Breadcrumbs />
                <Outlet />
              </div>
            </main>
          </div>
          <NoticeOutlet />
        </div>
      </App>
    </Look>
  );
}
