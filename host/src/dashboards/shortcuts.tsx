import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { menuGroups } from '@daybook/contracts/screens';
import { currentLanguage } from '@daybook/shared/i18n';
import { useMe } from '@daybook/shared/session';
import { MenuIcon } from '../layout/menu-icon.tsx';
import { menuOf } from '../layout/menu.ts';
import { useMayOpenScreen } from '../routing/screen-gate.ts';
import { useSite } from '../routing/site-context.ts';
import css from './dashboard.module.css';

/** Every screen that the person may open. Without any, it says whom to ask for access. */
export function Shortcuts() {
  const { t } = useTranslation('host');
  const sections = menuOf(useSite().releases, useMayOpenScreen());
  const isKnown = useMe() !== null;
  const lng = currentLanguage();
  return (
    <>
      {sections.length === 0 && isKnown && <p>{t('dashboard.nothing')}</p>}
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
