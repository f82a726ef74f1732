import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router-dom';
import { listAddress, taxCodesAddress, withholdingAddress } from './addresses.ts';
import styles from './services.module.css';

/** What the firm sells, at which tax, and what clients keep back: three lists under one key. */
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
      <NavLink to={withholdingAddress} className={styles.tab ?? ''}>
        {t('withholding.title')}
      </NavLink>
    </nav>
  );
}
