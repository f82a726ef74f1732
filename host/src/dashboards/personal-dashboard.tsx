import { useAtomValue } from 'jotai';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { menuGroups } from '@daybook/contracts/screens';
import { currentLanguage } from '@daybook/shared/i18n';
import { profileAtom, store } from '@daybook/shared/session';
import { MenuIcon } from '../layout/menu-icon.tsx';
import { menuOf } from '../layout/menu.ts';
import { useMayOpen } from '../routing/role-gate.ts';
import { useTitle } from '../routing/use-title.ts';
import { useSite } from '../routing/site-context.ts';
import css from './personal-dashboard.module.css';

/** Opens for everyone who is signed in (landing): a greeting, and every screen they may open. */
export default function PersonalDashboard() {
  const { t } = useTranslation('host');
  const { user } = useAtomValue(profileAtom, { store });
  const sections = menuOf(useSite().releases, useMayOpen());
  const lng = currentLanguage();
  useTitle(t('dashboard.title'));
  return (
    <>
      <h1 className={css.greeting}>
        {user === null ? t('dashboard.title') : t('dashboard.greeting', { name: user.name })}
      </h1>
      {sections.length === 0 && user !== null && <p>{t('dashboard.nothing')}</p>}
      <div className={css.groups}>
        {sections.map(({ group, items }) => (
          <section key={group} className={css.group}>
            <h2>{menuGroups[group][lng]}</h2>
            <ul>
              {items.map(({ to, icon, label }) => (
                <li key={to}>
                  <Link to={to}>
                    <MenuIcon name={icon} /> {label[lng]}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  );
}
