import Segmented from 'antd/es/segmented';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { ledgerTabs, tabAddress, type LedgerTab } from './addresses.ts';
import styles from './user-ledger.module.css';

/** Each tab is a list of its own, so that another tab begins without the filters of the last. */
export function LedgerTabs({ tab }: { tab: LedgerTab }) {
  const { t } = useTranslation('billing');
  const navigate = useNavigate();
  return (
    <div className={styles.tabs}>
      <Segmented<LedgerTab>
        aria-label={t('userLedger.tabs')}
        value={tab}
        onChange={(next) => void navigate(tabAddress(next))}
        options={ledgerTabs.map((value) => ({ value, label: t(`userLedger.tab.${value}`) }))}
      />
    </div>
  );
}
