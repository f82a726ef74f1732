import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Invoice } from '@daybook/contracts/billing/invoices/invoice-record';
import { useMay } from '@daybook/shared/session';
import { Amount, amountText } from '@daybook/shared/record/amount';
import { DateText } from '@daybook/shared/record/date-text';
import { RecordSection } from '@daybook/shared/record/record-screen';
import { documentAddress } from '../common/addresses.ts';
import { CoveredBy } from './covered-by.tsx';
import { ExchangeGain } from '../common/in-base.tsx';
import { SettledRow } from '../common/settled-row.tsx';
import { UnappliedCredit } from './unapplied-credit.tsx';
import { WrittenOff } from './written-off.tsx';
import styles from './invoices.module.css';

/** The receipts and credit notes that settled an invoice, its write-offs, and the outstanding amount. */
export function Settlements({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation('billing');
  const mayOpen = {
    receipt: useMay('receipts.view'),
    credit_note: useMay('credit_notes.add', 'credit_notes.edit'),
  };
  const { currency, settlements } = invoice;
  if (invoice.number === '') return null;
  return (
    <RecordSection title={t('settlements.title')}>
      {settlements.length + invoice.writeOffs.length === 0 && (
        <p className={styles.words}>{t('settlements.none')}</p>
      )}
      <ul className={styles.waiting}>
        {settlements.map(
          ({ kind, document, payer, date, amount, withheldPart, exchangeGain, reversedOn }) => (
            <SettledRow
              key={`${document.id} ${date} ${amount} ${reversedOn}`}
              reversedOn={reversedOn}
              amount={amount}
              currency={currency}
            >
              {mayOpen[kind] ? (
                <Link to={documentAddress(kind, document.id)}>
                  <bdi>{document.label}</bdi>
                </Link>
              ) : (
                <bdi>{document.label}</bdi>
              )}{' '}
              <DateText date={date} />
              {payer && <div>{t('settlements.payer', { name: payer.label })}</div>}
              {withheldPart > 0 && (
                <div>{t('settlements.withheld', { amount: amountText(withheldPart, currency) })}</div>
              )}
              <ExchangeGain gain={exchangeGain} baseCurrency={invoice.baseCurrency} />
            </SettledRow>
          ),
        )}
        {invoice.writeOffs.map((writeOff) => (
          <WrittenOff key={writeOff.id} invoice={invoice} writeOff={writeOff} />
        ))}
        <li>
          <span>
            <strong>{t('field.outstanding')}</strong>
            <CoveredBy invoice={invoice} />
          </span>
          <strong>
            <Amount minor={invoice.outstanding} currency={currency} />
          </strong>
        </li>
      </ul>
      <UnappliedCredit invoice={invoice} />
    </RecordSection>
  );
}
