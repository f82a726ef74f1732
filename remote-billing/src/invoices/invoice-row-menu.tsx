import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { InvoiceRow } from '@daybook/contracts/billing/invoices/invoice-record';
import { RowMenu } from '@daybook/shared/list/row-menu';
import { useMay } from '@daybook/shared/session';
import { LinkButton } from '@daybook/shared/record/link-button';
import {
  addReceiptAddress,
  copyInvoiceAddress,
  editInvoiceAddress,
  invoiceAddress,
  ledgerAddress,
  recurAddress,
} from '../common/addresses.ts';
import { useInvoiceName } from '../common/invoice-status.tsx';
import styles from './invoices.module.css';

/** The commonest action of a row as a button, the others in a menu. */
export function InvoiceRowMenu({ invoice }: { invoice: InvoiceRow }) {
  const { t } = useTranslation('billing');
  const navigate = useNavigate();
  const nameOf = useInvoiceName();
  const isDraft = invoice.number === '';
  const mayEdit = useMay('invoices.edit') && isDraft;
  const mayAdd = useMay('invoices.add');
  const mayIssue = mayAdd && isDraft;
  const mayReceive =
    useMay('receipts.add') && invoice.outstanding > 0 && !isDraft && invoice.status !== 'void';
  const mayRecur = useMay('recurring_invoices.add') && !isDraft;
  const mayOpenLedger = useMay('reports.client_ledgers');
  const { id } = invoice;
  const ledger = { clientId: invoice.client.id, entityId: invoice.entity.id, currency: invoice.currency };
  const go = (to: string, state?: object) => () => void navigate(to, { state });
  const items = [
    { key: 'open', label: t('open'), onClick: go(invoiceAddress(id)) },
    ...(mayIssue
      ? [{ key: 'issue', label: t('issue.verb'), onClick: go(invoiceAddress(id), { isIssuing: true }) }]
      : []),
    ...(mayAdd ? [{ key: 'copy', label: t('copy.verb'), onClick: go(copyInvoiceAddress(id)) }] : []),
    ...(mayRecur ? [{ key: 'recur', label: t('recurring.verb'), onClick: go(recurAddress(id)) }] : []),
    ...(mayOpenLedger
      ? [{ key: 'ledger', label: t('ledger.open'), onClick: go(ledgerAddress(ledger)) }]
      : []),
  ];
  return (
    <div className={styles.actions}>
      {mayEdit && (
        <LinkButton size="small" to={editInvoiceAddress(id)}>
          {t('edit')}
        </LinkButton>
      )}
      {mayReceive && (
        <LinkButton
          size="small"
          to={`${addReceiptAddress}?invoiceId=${id}`}
          aria-label={t('invoice.receiveOf', { number: invoice.number })}
        >
          {t('invoice.receiveShort')}
        </LinkButton>
      )}
      <RowMenu label={t('more', { what: nameOf(invoice) })} items={items} />
    </div>
  );
}
