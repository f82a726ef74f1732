import { useTranslation } from 'react-i18next';
import type { UserBalance } from '@daybook/contracts/billing/staff-accounts/user-ledgers';
import { Amount, amountText } from '@daybook/shared/record/amount';
import { StatusTag } from '@daybook/shared/record/status-tag';
import styles from './user-ledger.module.css';

export type Held = 'payable' | 'advance' | 'cash';

/** What is wrong with a balance; null if nothing is. */
export function useFault(): (balance: UserBalance, of: Held) => string | null {
  const { t } = useTranslation('billing');
  return ({ cashLimit, currency, ...held }, of) => {
    if (held[of] < 0) return t('userLedger.negative');
    if (of !== 'cash' || cashLimit === null || held.cash <= cashLimit) return null;
    return t('userLedger.aboveLimit', { limit: amountText(cashLimit, currency) });
  };
}

/** A balance with a red word if it is below zero or above the limit. */
export function StaffAmount({ balance, of }: { balance: UserBalance; of: Held }) {
  const fault = useFault()(balance, of);
  return (
    <span className={styles.amount}>
      <Amount minor={balance[of]} currency={balance.currency} zeroAsDash />
      {fault !== null && <StatusTag tone="overdue">{fault}</StatusTag>}
    </span>
  );
}
