import { useAtomValue } from 'jotai';
import { useTranslation } from 'react-i18next';
import { changeTheme, store, themeAtom } from '@daybook/shared/session';
import { Choice } from '../settings/choice.tsx';
import { Section } from './section.tsx';
import css from './profile.module.css';

/** Light or dark, with effect at once; the rest of the look is behind the sliders of the header. */
export function LookSection() {
  const { t } = useTranslation('personal');
  const { currentTheme } = useAtomValue(themeAtom, { store });
  return (
    <Section title={t('look.title')}>
      <div className={css.look}>
        <Choice
          label={t('look.theme')}
          value={currentTheme}
          options={['light', 'dark']}
          nameOf={(mode) => t(`look.themes.${mode}`)}
          onChange={(mode) => changeTheme({ currentTheme: mode })}
        />
      </div>
    </Section>
  );
}
