import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Amount } from '@daybook/shared/record/amount';
import { dateText } from '@daybook/shared/record/date-text';
import styles from './document.module.css';

interface SettledRowProps {
  /** The day on which it was reversed. */
  reversedOn: string | null;
  amount: number;
  currency: string;
  /** The description and date of the row. */
  children: ReactNode;
  /** Buttons after the amount. */
  actions?: ReactNode;
}

/** An allocation, a refund or a write-off in the list of a document. It is struck through after a reversal. */
export function SettledRow({ reversedOn, amount, currency, children, actions }: SettledRowProps) {
  const { t } = useTranslation('billing');
  return (
    <li className={reversedOn === null ? undefined : styles.struck}>
      <span>
        {children}
        {reversedOn !== null && <div>{t('settlements.reversed', { date: dateText(reversedOn) })}</div>}
      </span>
      <Amount minor={amount} currency={currency} />
      {actions}
    </li>
  );
}
