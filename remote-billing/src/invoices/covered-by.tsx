import { useTranslation } from 'react-i18next';
import type { InvoiceRow } from '@daybook/contracts/billing/invoices/invoice-record';
import { amountText } from '@daybook/shared/record/amount';
import { dateText } from '@daybook/shared/record/date-text';
import styles from '../common/document.module.css';

/** The post-dated cheques that are to settle the invoice. */
export function CoveredBy({ invoice }: { invoice: Pick<InvoiceRow, 'coveredBy' | 'currency'> }) {
  const { t } = useTranslation('billing');
  if (invoice.coveredBy === null) return null;
  const { cheques: count, lastOn, amount, isWhole } = invoice.coveredBy;
  return (
    <small className={styles.covered}>
      {t(isWhole ? 'postdated.covered' : 'postdated.partly', {
        count,
        date: dateText(lastOn),
        amount: amountText(amount, invoice.currency),
      })}
    </small>
  );
}
