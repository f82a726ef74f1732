import MenuOutlined from '@ant-design/icons/es/icons/MenuOutlined';
import MoonOutlined from '@ant-design/icons/es/icons/MoonOutlined';
import SearchOutlined from '@ant-design/icons/es/icons/SearchOutlined';
import SlidersOutlined from '@ant-design/icons/es/icons/SlidersOutlined';
import SunOutlined from '@ant-design/icons/es/icons/SunOutlined';
import TranslationOutlined from '@ant-design/icons/es/icons/TranslationOutlined';
import Button, { type ButtonProps } from 'antd/es/button';
import { useAtomValue } from 'jotai';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { languages } from '@daybook/contracts/fields';
import { languageNames } from '@daybook/contracts/language-names';
import { MenuButton } from '@daybook/shared/list/menu-button';
import { changeTheme, store, themeAtom, useMe } from '@daybook/shared/session';
import { NotificationButton } from '../notifications/notification-button.tsx';
import { landingPath } from '../routing/paths.ts';
import { BrandMark } from './brand-mark.tsx';
import { ownGround } from './own-ground.ts';
import type { Panel } from './shell-panels.tsx';
import { modifierKey } from './use-shell-keys.ts';
import { UserMenu } from './user-menu.tsx';
import css from './page-header.module.css';

interface Props {
  isNarrow: boolean;
  /** What the menu button does; null if the menu is always visible. */
  onMenu: (() => void) | null;
  isMenuOpen: boolean;
  onPanel: (panel: Panel) => void;
}

export function PageHeader({ isNarrow, onMenu, isMenuOpen, onPanel }: Props) {
  const { t } = useTranslation('host');
  const { headerNavColor } = useAtomValue(themeAtom, { store });
  const me = useMe();
  return (
    <header
      className={headerNavColor === '' ? css.header : `${css.header} ${css.coloured}`}
      style={ownGround(headerNavColor)}
    >
      {onMenu !== null && (
        <IconButton
          icon={<MenuOutlined />}
          label={t('nav.toggle')}
          aria-expanded={isMenuOpen}
          onClick={onMenu}
        />
      )}
      <Link
        to={landingPath}
        className={css.brand}
        aria-label={`${me?.firm?.name ?? 'Daybook'}: ${t('dashboard.title')}`}
      >
        <BrandMark firm={me?.firm} isShort={isNarrow} />
      </Link>
      <span className={css.gap} />
      <SearchButton onOpen={() => onPanel('search')} />
      <NotificationButton onOpen={() => onPanel('bell')} />
      <IconButton icon={<SlidersOutlined />} label={t('appearance')} onClick={() => onPanel('settings')} />
      <ThemeSwitch />
      <LanguageMenu />
      <UserMenu isNarrow={isNarrow} />
    </header>
  );
}

/** The label is its accessible name and its tooltip. */
const IconButton = ({ label, ...button }: ButtonProps & { label: string }) => (
  <Button type="text" aria-label={label} title={label} {...button} />
);

function SearchButton({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation('host');
  const keys = `${modifierKey()} K`;
  return (
    <Button
      type="text"
      className={css.search ?? ''}
      icon={<SearchOutlined />}
      aria-label={t('search')}
      aria-keyshortcuts="Control+K Meta+K"
      onClick={onOpen}
    >
      <span className={css.wideOnly}>
        {t('search')} <kbd className={css.keys} data-keys={keys} />
      </span>
    </Button>
  );
}

function ThemeSwitch() {
  const { t } = useTranslation('host');
  const isDark = useAtomValue(themeAtom, { store }).currentTheme === 'dark';
  return (
    <IconButton
      icon={isDark ? <SunOutlined /> : <MoonOutlined />}
      label={t(isDark ? 'theme.toLight' : 'theme.toDark')}
      onClick={() => changeTheme({ currentTheme: isDark ? 'light' : 'dark' })}
    />
  );
}

function LanguageMenu() {
  const { t } = useTranslation('host');
  const { locale } = useAtomValue(themeAtom, { store });
  const items = languages.map((lng) => ({
    key: lng,
    label: <span lang={lng}>{languageNames[lng]}</span>,
    onClick: () => changeTheme({ locale: lng }),
  }));
  return (
    <MenuButton
      menu={{ items, selectable: true, selectedKeys: [locale] }}
      type="text"
      icon={<TranslationOutlined />}
      aria-label={t('language')}
      title={t('language')}
    />
  );
}
