import { useCallback, useEffect, useState } from 'react';
import { useAtomValue } from 'jotai';
import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router-dom';
import { whenNoticeWaits } from '@daybook/shared/notify';
import { changeTheme, interruptionAtom, store, themeAtom, useMe } from '@daybook/shared/session';
import { breakpoints } from '@daybook/shared/theme';
import { useNarrow } from '@daybook/shared/list/use-narrow';
import { Appearance } from '../appearance/apply-appearance.tsx';
import { withPersonalTexts } from '../appearance/personal-texts.ts';
import { fetchAhead } from '../remotes/fetch-ahead.ts';
import { useSite } from '../routing/site-context.ts';
import { Breadcrumbs } from './breadcrumbs.tsx';
import { FiguresAsOf } from './figures-as-of.tsx';
import { laterByItself, laterPanel } from './later-panel.tsx';
import { PageHeader } from './page-header.tsx';
import { PanelBoundary } from './panel-boundary.tsx';
import { ShellPanels, type Panel } from './shell-panels.tsx';
import { SideNav } from './side-nav.tsx';
import { useNewPage } from './use-new-page.ts';
import { useSettled } from './use-settled.ts';
import { useShellKeys } from './use-shell-keys.ts';
import css from './main-layout.module.css';

const NavDrawer = laterPanel(() => import('./nav-drawer.tsx'));
const SignInAgain = laterByItself(() => import('../sign-in/sign-in-again.tsx'));
const TopNav = laterByItself(() => import('./top-nav.tsx'), <div className={css.topPlace} />);
// Loaded only in the rare case that there is one.
const AdminBanners = laterByItself(withPersonalTexts(() => import('./admin-banners.tsx')));
// Notices wait for it.
const NoticeOutlet = laterByItself(
  () => import(/* webpackChunkName: "notices" */ '@daybook/shared/form/notice-outlet'),
);
const LiveUpdates = laterByItself(
  withPersonalTexts(() => import(/* webpackChunkName: "live" */ '../live/live-updates.tsx')),
);

/** Header, menu and the screen. Below 768 px the menu is a drawer; a menu on top becomes one below 992 px. */
export default function MainLayout() {
  const { t } = useTranslation('host');
  const [panel, setPanel] = useState<Panel | null>(null);
  const closePanel = useCallback(() => setPanel(null), []);
  const isNarrow = useNarrow();
  const menu = useMenu(isNarrow);
  const isSettled = useSettled();
  const noticeWaits = useNoticeWaits();
  const interruption = useAtomValue(interruptionAtom, { store });
  const me = useMe();
  const hasBanner = typeof me?.heldSince === 'string' || (me?.bookFindings ?? 0) > 0;
  useFetchAhead(isSettled);
  useShellKeys(setPanel);
  useNewPage();
  return (
    <Appearance>
      <div className={css.page}>
        <a className={css.skip} href="#content">
          {t('nav.skip')}
        </a>
        <PageHeader isNarrow={isNarrow} onMenu={menu.toggle} isMenuOpen={menu.isOpen} onPanel={setPanel} />
        {menu.top}
        <div className={css.body}>
          {menu.side}
          <main id="content" tabIndex={-1} className={css.content}>
            <div className={css.measure}>
              <div className={css.above}>
                <Breadcrumbs />
                <FiguresAsOf />
              </div>
              {hasBanner && (
                <PanelBoundary>
                  <AdminBanners />
                </PanelBoundary>
              )}
              <Outlet />
            </div>
          </main>
        </div>
        <ShellPanels open={panel} onClose={closePanel} />
        <PanelBoundary>{interruption !== null && <SignInAgain {...interruption} />}</PanelBoundary>
        <PanelBoundary>{(isSettled || noticeWaits) && <NoticeOutlet />}</PanelBoundary>
        <PanelBoundary>{isSettled && <LiveUpdates />}</PanelBoundary>
      </div>
    </Appearance>
  );
}

function useNoticeWaits(): boolean {
  const [waits, setWaits] = useState(false);
  useEffect(() => whenNoticeWaits(() => setWaits(true)), []);
  return waits;
}

function useFetchAhead(isSettled: boolean): void {
  const { releases } = useSite();
  useEffect(() => (isSettled ? fetchAhead(releases) : undefined), [isSettled, releases]);
}

const closeMenu = () => changeTheme({ mobileNav: false });

/** Where the menu is: at the side, on top, or in a drawer if there is no room. An opened drawer stays mounted, so that it can give the focus back. */
function useMenu(isPhone: boolean) {
  const { navType, navCollapsed, mobileNav, sideNavTheme } = useAtomValue(themeAtom, { store });
  const isBelowTablet = useNarrow(breakpoints.tablet);
  const [hasDrawer, setHasDrawer] = useState(mobileNav);
  if (mobileNav && !hasDrawer) setHasDrawer(true);
  const isTop = navType === 'top';
  if (isTop ? isBelowTablet : isPhone) {
    return {
      top: null,
      side: <>{hasDrawer && <NavDrawer isOpen={mobileNav} onClose={closeMenu} />}</>,
      isOpen: mobileNav,
      toggle: () => changeTheme({ mobileNav: !mobileNav }),
    };
  }
  if (isTop) {
    const top = <TopNav />;
    return { top, side: null, isOpen: true, toggle: null };
  }
  const side = (
    <aside
      className={navCollapsed ? `${css.side} ${css.collapsed}` : css.side}
      data-theme={sideNavTheme === 'dark' ? 'dark' : undefined}
    >
      <SideNav isCollapsed={navCollapsed} />
    </aside>
  );
  const toggle = () => changeTheme({ navCollapsed: !navCollapsed });
  return { top: null, side, isOpen: !navCollapsed, toggle };
}
