import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { creditNotes } from '@daybook/contracts/billing/credit-notes/credit-notes';
import type { Invoice } from '@daybook/contracts/billing/invoices/invoice-record';
import { receipts } from '@daybook/contracts/billing/receipts/receipts';
import { Amount } from '@daybook/shared/record/amount';
import { useRead } from '@daybook/shared/read/use-read';
import { useMay } from '@daybook/shared/session';
import { creditNoteAddress, receiptAddress } from '../common/addresses.ts';
import styles from './invoices.module.css';

const most = 5;

interface Source {
  id: string;
  number: string;
  amount: number;
  to: string;
}

/**
 * The client's receipts and credit notes that could settle what the invoice owes, as far as the person may allocate them. Each
 * link opens the allocation on the page of its document.
 */
export function UnappliedCredit({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation('billing');
  const isOwed = invoice.outstanding > 0 && invoice.status !== 'void';
  const mayReceive = useMay('receipts.add') && isOwed;
  const mayApply = useMay('credit_notes.edit') && isOwed;
  const { client, entity, currency } = invoice;
  const of = { clientId: client.id, entityId: entity.id, currency };
  const advances = useRead(
    receipts.list,
    mayReceive ? { filter: { ...of, inAdvance: 'true' }, pageSize: most } : null,
  );
  const credits = useRead(
    creditNotes.list,
    mayApply ? { filter: { ...of, status: ['issued', 'part_applied'] }, pageSize: most } : null,
  );
  const sources: Source[] = [
    ...(advances.data?.rows ?? []).map(({ id, number, unallocated }) => ({
      id,
      number,
      amount: unallocated,
      to: receiptAddress(id),
    })),
    ...(credits.data?.rows ?? []).map(({ id, number, available }) => ({
      id,
      number,
      amount: available,
      to: creditNoteAddress(id),
    })),
  ];
  if (sources.length === 0) return null;
  return (
    <>
      <p className={styles.words}>{t('unapplied.title')}</p>
      <ul className={styles.waiting} aria-label={t('unapplied.title')}>
        {sources.map(({ id, number, amount, to }) => (
          <li key={id}>
            <Link to={to} state={{ isAllocating: true }}>
              {t('unapplied.use', { number })}
            </Link>
            <Amount minor={amount} currency={currency} />
          </li>
        ))}
      </ul>
    </>
  );
}
