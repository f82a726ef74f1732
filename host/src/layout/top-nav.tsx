import { useEffect, useRef, useState } from 'react';
import DownOutlined from '@ant-design/icons/es/icons/DownOutlined';
import { useAtomValue } from 'jotai';
import { useTranslation } from 'react-i18next';
import { NavLink, useLocation } from 'react-router-dom';
import { menuGroups } from '@daybook/contracts/screens';
import { currentLanguage } from '@daybook/shared/i18n';
import { store, themeAtom } from '@daybook/shared/session';
import { landingPath } from '../routing/paths.ts';
import { useMayOpenScreen } from '../routing/screen-gate.ts';
import { useSite } from '../routing/site-context.ts';
import { MenuIcon } from './menu-icon.tsx';
import { type MenuSection, entryAt, menuOf } from './menu.ts';
import { ownGround } from './own-ground.ts';
import css from './top-nav.module.css';

/** The menu as a bar; each group opens below its name. It is a list of links, which is what screen reader users expect of site navigation. */
export default function TopNav() {
  const { t } = useTranslation('host');
  const { topNavColor } = useAtomValue(themeAtom, { store });
  const { pathname } = useLocation();
  const sections = menuOf(useSite().releases, useMayOpenScreen());
  const here = entryAt(sections, pathname);
  return (
    <nav className={css.bar} aria-label={t('nav.label')} style={ownGround(topNavColor)}>
      <ul className={css.list}>
        <li>
          <NavLink to={landingPath} className={css.entry}>
            <MenuIcon name="overview" /> {t('dashboard.title')}
          </NavLink>
        </li>
        {sections.map((section) => (
          <Group key={section.group} pathname={pathname} here={here} {...section} />
        ))}
      </ul>
    </nav>
  );
}

interface GroupProps extends MenuSection {
  pathname: string;
  /** The entry that the address belongs to. */
  here: string | undefined;
}

function Group({ group, items, pathname, here }: GroupProps) {
  const lng = currentLanguage();
  // The group is open only at this address, so following a link closes it.
  const [openAt, setOpenAt] = useState<string | null>(null);
  const isOpen = openAt === pathname;
  const button = useRef<HTMLButtonElement>(null);
  const box = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (!isOpen) return undefined;
    const leave = ({ target }: Event) => {
      if (!box.current?.contains(target as Node)) setOpenAt(null);
    };
    const escape = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      setOpenAt(null);
      button.current?.focus();
    };
    addEventListener('pointerdown', leave);
    addEventListener('focusin', leave);
    addEventListener('keydown', escape);
    return () => {
      removeEventListener('pointerdown', leave);
      removeEventListener('focusin', leave);
      removeEventListener('keydown', escape);
    };
  }, [isOpen]);
  const isHere = items.some(({ to }) => to === here);
  return (
    <li ref={box} className={css.group}>
      <button
        ref={button}
        type="button"
        className={css.entry}
        aria-expanded={isOpen}
        data-here={isHere}
        onClick={() => setOpenAt(isOpen ? null : pathname)}
      >
        {menuGroups[group][lng]} <DownOutlined aria-hidden className={css.arrow} />
      </button>
      {isOpen && (
        <ul className={css.panel}>
          {items.map(({ to, icon, label }) => (
            <li key={to}>
              <NavLink to={to} end={to !== here} className={css.link} onClick={() => setOpenAt(null)}>
                <MenuIcon name={icon} /> {label[lng]}
              </NavLink>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
