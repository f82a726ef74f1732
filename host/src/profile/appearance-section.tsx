import { useTranslation } from 'react-i18next';
import { ThemeChoice } from '../settings/theme-choice.tsx';
import { Section } from './section.tsx';
import css from './profile.module.css';

/** The theme. The other display options are in the drawer that the header opens. */
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
