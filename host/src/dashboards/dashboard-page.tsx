import { useEffect } from 'react';
import { useAtomValue } from 'jotai';
import { useTranslation } from 'react-i18next';
import { NavLink, useParams } from 'react-router-dom';
import { may, profileAtom, store } from '@daybook/shared/session';
import { useMayOpen } from '@daybook/shared/may-open';
import { GuidedStart } from '../guided-start/guided-start.tsx';
import { useSite } from '../routing/site-context.ts';
import { useTitle } from '../routing/use-title.ts';
import { base, landingPath } from '../routing/paths.ts';
import css from './dashboard.module.css';
import { Shortcuts } from './shortcuts.tsx';
import { dashboardsOf, firstOf, widgetsOf } from './which-dashboards.ts';
import { WidgetCards } from './widget-cards.tsx';

/** Everyone who is signed in may open it: a greeting, the cards of the remotes, and shortcuts to the person's screens. */
export default function DashboardPage() {
  const { t } = useTranslation('host');
  const { user } = useAtomValue(profileAtom, { store });
  const { releases } = useSite();
  const mayOpen = useMayOpen();
  const names = dashboardsOf({ isSuperAdmin: may(), holds: may });
  const asked = useParams()['name'];
  const shown = names.find((name) => name === asked) ?? firstOf(names);
  const widgets = widgetsOf(releases, shown, mayOpen);
  useTitle(t('dashboard.title'));
  useEffect(() => {
    // Most cards draw charts, so the library loads beside them. The host can share only what it imports itself.
    import('chart.js').catch(() => undefined);
  }, []);
  return (
    <>
      <h1 className={css.greeting}>
        {user === null ? t('dashboard.title') : t('dashboard.greeting', { name: user.name })}
      </h1>
      {names.length > 1 && (
        <nav className={css.tabs} aria-label={t('dashboard.choose')}>
          {names.map((name) => (
            <NavLink
              key={name}
              to={name === firstOf(names) ? landingPath : `${base}/dashboards/${name}`}
              aria-current={name === shown ? 'page' : undefined}
            >
              {t(`dashboard.${name}`)}
            </NavLink>
          ))}
        </nav>
      )}
      {shown === 'firm' && mayOpen('admin') && <GuidedStart />}
      <WidgetCards key={shown} widgets={widgets} dashboard={shown} />
      {shown === 'personal' && <Shortcuts />}
    </>
  );
}
