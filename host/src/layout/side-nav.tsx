import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink, useLocation } from 'react-router-dom';
import { type MenuIcon as IconName, menuGroups } from '@daybook/contracts/screens';
import { currentLanguage } from '@daybook/shared/i18n';
import { landingPath } from '../routing/paths.ts';
import { useMayOpenScreen } from '../routing/screen-gate.ts';
import { useSite } from '../routing/site-context.ts';
import { afterPaint } from './after-paint.ts';
import { MenuIcon } from './menu-icon.tsx';
import { entryAt, menuOf } from './menu.ts';
import css from './side-nav.module.css';

interface Props {
  isCollapsed?: boolean;
  onNavigate?: () => void;
}

export function SideNav({ isCollapsed = false, onNavigate }: Props) {
  const { t } = useTranslation('host');
  const { releases } = useSite();
  const sections = menuOf(releases, useMayOpenScreen());
  const lng = currentLanguage();
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const here = entryAt(sections, pathname);
  useEffect(() => {
    if (here === undefined) return undefined;
    // At once, it would make the browser lay out the page twice.
    return afterPaint(() =>
      nav.current?.querySelector('[aria-current="page"]')?.scrollIntoView?.({ block: 'nearest' }),
    );
  }, [here]);
  const link = (to: string, icon: IconName, label: string) => (
    <li key={to}>
      <NavLink
        to={to}
        end={here !== undefined && to !== here}
        className={css.link}
        title={isCollapsed ? label : undefined}
        onClick={onNavigate}
      >
        <MenuIcon name={icon} />
        <span className={css.label}>{label}</span>
      </NavLink>
    </li>
  );
  return (
    <nav
      ref={nav}
      aria-label={t('nav.label')}
      className={isCollapsed ? `${css.nav} ${css.collapsed}` : css.nav}
    >
      <ul>{link(landingPath, 'overview', t('dashboard.title'))}</ul>
      {sections.map(({ group, items }) => (
        <section key={group}>
          <h2 className={css.group}>{menuGroups[group][lng]}</h2>
          <ul>{items.map(({ to, icon, label }) => link(to, icon, label[lng]))}</ul>
        </section>
      ))}
    </nav>
  );
}
