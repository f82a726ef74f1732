import { useTranslation } from 'react-i18next';
import { ThemeChoice } from '../settings/theme-choice.tsx';
import { Section } from './section.tsx';
import css from './profile.module.css';

/** The theme; the rest of the appearance is behind the sliders of the header. */
export function AppearanceSection() {
  const { t } = useTranslation('personal');
  return (
    <Section title={t('appearance.title')}>
      <div className={css.appearance}>
        <ThemeChoice />
      </div>
    </Section>
  );
}
