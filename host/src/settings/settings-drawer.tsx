import Button from 'antd/es/button';
import Drawer from 'antd/es/drawer';
import Select from 'antd/es/select';
import Switch from 'antd/es/switch';
import { useAtomValue } from 'jotai';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { languages, type Language } from '@daybook/contracts/fields';
import { languageNames } from '@daybook/contracts/language-names';
import { defaultTheme, type Theme } from '@daybook/shared/storage';
import { changeTheme, store, themeAtom } from '@daybook/shared/session';
import { Choice } from './choice.tsx';
import { ColourChoice } from './colour-choice.tsx';
import { NumberFormatSelect } from './number-format-select.tsx';
import { ThemeChoice } from './theme-choice.tsx';
import css from './settings.module.css';

interface Props {
  isOpen: boolean;
  onClose: () => void;
}

/** Restores the defaults, except the language, which is not a matter of taste. */
const reset = () => changeTheme({ ...defaultTheme, locale: store.get(themeAtom).locale });

/** The display options of the shell. Changes take effect at once and follow the person to every machine. */
export default function SettingsDrawer({ isOpen, onClose }: Props) {
  const { t } = useTranslation('personal');
  const { direction } = useAtomValue(themeAtom, { store });
  return (
    <Drawer
      open={isOpen}
      placement={direction === 'rtl' ? 'left' : 'right'}
      size={360}
      title={t('appearance.title')}
      onClose={onClose}
      // The page is not dimmed, because it shows the effect of each choice.
      styles={{ wrapper: { maxInlineSize: '100vw' }, mask: { background: 'transparent' } }}
      footer={<Button onClick={reset}>{t('appearance.reset')}</Button>}
    >
      <PageLook />
      <MenuLook />
      <Habits />
    </Drawer>
  );
}

const useTheme = (): Theme => useAtomValue(themeAtom, { store });

function PageLook() {
  const { t } = useTranslation('personal');
  const { headerNavColor, direction } = useTheme();
  return (
    <>
      <ThemeChoice />
      <Choice
        label={t('appearance.direction')}
        value={direction}
        options={['ltr', 'rtl']}
        nameOf={(way) => t(`appearance.directions.${way}`)}
        onChange={(way) => changeTheme({ direction: way })}
      />
      <ColourChoice
        label={t('appearance.headerColour')}
        value={headerNavColor}
        onChange={(colour) => changeTheme({ headerNavColor: colour })}
      />
    </>
  );
}

function MenuLook() {
  const { t } = useTranslation('personal');
  const { navType, sideNavTheme, navCollapsed, topNavColor } = useTheme();
  const collapsed = useId();
  return (
    <>
      <Choice
        label={t('appearance.menu')}
        value={navType}
        options={['side', 'top']}
        nameOf={(place) => t(`appearance.menus.${place}`)}
        onChange={(place) => changeTheme({ navType: place })}
      />
      {navType === 'top' ? (
        <ColourChoice
          label={t('appearance.topColour')}
          value={topNavColor}
          onChange={(colour) => changeTheme({ topNavColor: colour })}
        />
      ) : (
        <>
          <Choice
            label={t('appearance.sideTheme')}
            value={sideNavTheme}
            options={['light', 'dark']}
            nameOf={(mode) => t(`appearance.sideThemes.${mode}`)}
            onChange={(mode) => changeTheme({ sideNavTheme: mode })}
          />
          <div className={`${css.setting} ${css.row}`}>
            <label htmlFor={collapsed} className={css.label}>
              {t('appearance.collapsed')}
            </label>
            <Switch
              id={collapsed}
              checked={navCollapsed}
              onChange={(isOn) => changeTheme({ navCollapsed: isOn })}
            />
          </div>
        </>
      )}
    </>
  );
}

function Habits() {
  const { t } = useTranslation('personal');
  const { locale, region } = useTheme();
  const id = useId();
  return (
    <>
      <div className={css.setting}>
        <label htmlFor={id} className={css.label}>
          {t('appearance.language')}
        </label>
        <Select<Language>
          id={id}
          className={css.wide}
          value={locale}
          options={languages.map((lng) => ({ value: lng, label: languageNames[lng] }))}
          onChange={(lng) => changeTheme({ locale: lng })}
        />
      </div>
      <NumberFormatSelect value={region} onChange={(country) => changeTheme({ region: country })} />
    </>
  );
}
