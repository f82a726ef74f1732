import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router-dom';
import { listAddress, taxCodesAddress, withholdingAddress } from './addresses.ts';
import styles from './services.module.css';

/** Services, tax codes and withholding codes: three lists under one permission. */
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
