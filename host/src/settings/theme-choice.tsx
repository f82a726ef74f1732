import { useAtomValue } from 'jotai';
import { useTranslation } from 'react-i18next';
import { changeTheme, store, themeAtom } from '@daybook/shared/session';
import { Choice } from './choice.tsx';

/** Light or dark; takes effect at once. */
export function ThemeChoice() {
  const { t } = useTranslation('personal');
  const { currentTheme } = useAtomValue(themeAtom, { store });
  return (
    <Choice
      label={t('appearance.theme')}
      value={currentTheme}
      options={['light', 'dark']}
      nameOf={(mode) => t(`appearance.themes.${mode}`)}
      onChange={(mode) => changeTheme({ currentTheme: mode })}
    />
  );
}
