import { useTranslation } from 'react-i18next';
import type { InvoiceRow } from '@daybook/contracts/billing/invoices/invoice-record';
import { DateText } from '@daybook/shared/record/date-text';
import { StatusTag, type Tone } from '@daybook/shared/record/status-tag';
import styles from './document.module.css';

const tones: Record<InvoiceRow['status'], Tone> = {
  draft: 'draft',
  pending_approval: 'waiting',
  approved: 'info',
  issued: 'waiting',
  part_paid: 'waiting',
  paid: 'done',
  written_off: 'draft',
  void: 'draft',
};

export function InvoiceStatusTag({ invoice }: { invoice: Pick<InvoiceRow, 'status' | 'isOverdue'> }) {
  const { t } = useTranslation('billing');
  return (
    <>
      <StatusTag tone={tones[invoice.status]}>{t(`status.${invoice.status}`)}</StatusTag>
      {invoice.isOverdue && (
        <>
          {' '}
          <StatusTag tone="overdue">{t('overdue')}</StatusTag>
        </>
      )}
    </>
  );
}

/** The due date, in red if the invoice is overdue. */
export function DueText({ invoice }: { invoice: Pick<InvoiceRow, 'dueDate' | 'isOverdue'> }) {
  return <DateText date={invoice.dueDate} className={invoice.isOverdue ? styles.overdue : undefined} />;
}

/** The name of an invoice: its number, or "draft" while it has none. */
export function useInvoiceName() {
  const { t } = useTranslation('billing');
  return (invoice: Pick<InvoiceRow, 'number'>): string => invoice.number || t('draft');
}
