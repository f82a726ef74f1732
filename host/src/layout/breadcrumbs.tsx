import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { currentLanguage } from '@daybook/shared/i18n';
import { useSite } from '../routing/site-context.ts';
import css from './breadcrumbs.module.css';
import { crumbsOf } from './crumbs.ts';

export function Breadcrumbs() {
  const { t } = useTranslation('host');
  const { releases } = useSite();
  const crumbs = crumbsOf(releases, useLocation().pathname);
  const lng = currentLanguage();
  if (crumbs.length === 0) return null;
  return (
    <nav aria-label={t('nav.breadcrumbs')}>
      <ol className={css.trail}>
        {crumbs.map(({ label, to }, index) => (
          <li key={label.en} aria-current={index === crumbs.length - 1 ? 'page' : undefined}>
            {to === null ? label[lng] : <Link to={to}>{label[lng]}</Link>}
          </li>
        ))}
      </ol>
    </nav>
  );
}
