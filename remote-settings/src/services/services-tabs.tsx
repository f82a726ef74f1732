import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router-dom';
import { listAddress, taxCodesAddress } from './addresses.ts';
import styles from './services.module.css';

/** What the firm sells, and at which tax: two lists under one key. */
export function ServicesTabs() {
  const { t } = useTranslation('settings');
  return (
    <nav aria-label={t('service.title')} className={styles.tabs}>
      <NavLink to={listAddress} end className={styles.tab ?? ''}>
        {t('service.title')}
      </NavLink>
      <NavLink to={taxCodesAddress} className={styles.tab ?? ''}>
        {t('taxCode.title')}
      </NavLink>
    </nav>
  );
}
