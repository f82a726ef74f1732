import { useTranslation } from 'react-i18next';
import { ThemeChoice } from '../settings/theme-choice.tsx';
import { Section } from './section.tsx';
import css from './profile.module.css';

/** The theme; the rest of the look is behind the sliders of the header. */
export function LookSection() {
  const { t } = useTranslation('personal');
  return (
    <Section title={t('look.title')}>
      <div className={css.look}>
        <ThemeChoice />
      </div>
    </Section>
  );
}
