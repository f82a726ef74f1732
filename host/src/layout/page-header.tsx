import MenuOutlined from '@ant-design/icons/es/icons/MenuOutlined';
import MoonOutlined from '@ant-design/icons/es/icons/MoonOutlined';
import SunOutlined from '@ant-design/icons/es/icons/SunOutlined';
import TranslationOutlined from '@ant-design/icons/es/icons/TranslationOutlined';
import UserOutlined from '@ant-design/icons/es/icons/UserOutlined';
import Button from 'antd/es/button';
import Dropdown from 'antd/es/dropdown';
import { useAtomValue } from 'jotai';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { languages } from '@daybook/contracts/fields';
import { changeTheme, profileAtom, signOut, store, themeAtom } from '@daybook/shared/session';
import { landingPath } from '../routing/paths.ts';
import { BrandMark } from './brand-mark.tsx';
import { languageNames } from './language-names.ts';
import css from './page-header.module.css';

interface Props {
  isNarrow: boolean;
  onMenu: () => void;
}

export function PageHeader({ isNarrow, onMenu }: Props) {
  const { t } = useTranslation('host');
  return (
    <header className={css.header}>
      <Button type="text" icon={<MenuOutlined />} aria-label={t('nav.toggle')} onClick={onMenu} />
      <Link to={landingPath} className={css.brand} aria-label={`Daybook: ${t('dashboard.title')}`}>
        <BrandMark isShort={isNarrow} />
      </Link>
      <span className={css.gap} />
      <ThemeSwitch />
      <LanguageMenu />
      <UserMenu isNarrow={isNarrow} />
    </header>
  );
}

function ThemeSwitch() {
  const { t } = useTranslation('host');
  const isDark = useAtomValue(themeAtom, { store }).currentTheme === 'dark';
  return (
    <Button
      type="text"
      icon={isDark ? <SunOutlined /> : <MoonOutlined />}
      aria-label={t(isDark ? 'theme.toLight' : 'theme.toDark')}
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
    <Dropdown trigger={['click']} menu={{ items, selectable: true, selectedKeys: [locale] }}>
      <Button type="text" icon={<TranslationOutlined />} aria-label={t('language')} />
    </Dropdown>
  );
}

function UserMenu({ isNarrow }: { isNarrow: boolean }) {
  const { t } = useTranslation('host');
  const { user } = useAtomValue(profileAtom, { store });
  const items = [
    ...(user === null ? [] : [{ key: 'who', disabled: true, label: <bdi>{user.email}</bdi> }]),
    { key: 'sign-out', label: t('signOut'), onClick: () => void signOut() },
  ];
  return (
    <Dropdown trigger={['click']} menu={{ items }}>
      <Button type="text" icon={<UserOutlined />} aria-label={user?.name ?? t('userMenu')}>
        {!isNarrow && <bdi className={css.name}>{user?.name}</bdi>}
      </Button>
    </Dropdown>
  );
}
