import { useAtomValue } from 'jotai';
import { useTranslation } from 'react-i18next';
import type { Language } from '@daybook/contracts/fields';
import { languageNames } from '@daybook/contracts/language-names';
import { changeTheme, store, themeAtom } from '@daybook/shared/session';
import css from './blank-layout.module.css';

const languages = Object.keys(languageNames) as Language[];

export function LanguageLinks() {
  const { t } = useTranslation('host');
  const { locale } = useAtomValue(themeAtom, { store });
  return (
    <nav className={css.languages} aria-label={t('language')}>
      {languages.map((lng) => (
        <button
          key={lng}
          type="button"
          lang={lng}
          aria-current={lng === locale ? 'true' : undefined}
          onClick={() => changeTheme({ locale: lng })}
        >
          {languageNames[lng]}
        </button>
      ))}
    </nav>
  );
}
