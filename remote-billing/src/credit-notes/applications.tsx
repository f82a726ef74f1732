import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { CreditNote } from '@daybook/contracts/billing/credit-notes/credit-note-record';
import { creditNotes } from '@daybook/contracts/billing/credit-notes/credit-notes';
import { useMay } from '@daybook/shared/session';
import { Amount, amountText } from '@daybook/shared/record/amount';
import { DateText, dateText } from '@daybook/shared/record/date-text';
import { RecordSection } from '@daybook/shared/record/record-screen';
import { invoiceAddress } from '../common/addresses.ts';
import { DatedStepDialog } from '../common/dated-step-dialog.tsx';
import { ExchangeGain } from '../common/in-base.tsx';
import { RefundItems } from '../common/refund-items.tsx';
import styles from './credit-notes.module.css';

type Application = CreditNote['applications'][number];

/** What it settled and what was paid back; one application can be taken back without the others. */
export function Applications({ note }: { note: CreditNote }) {
  const { t } = useTranslation('billing');
  const mayOpen = useMay('invoices.view');
  const mayUnapply = useMay('credit_notes.edit');
  const [asked, setAsked] = useState<Application | null>(null);
  const { currency, applications, refunds } = note;
  return (
    <RecordSection title={t('credit.uses')}>
      {applications.length + refunds.length === 0 && <p className={styles.quiet}>{t('credit.unused')}</p>}
      <ul className={styles.rows}>
        {applications.map((application) => {
          const { id, invoice, date, amount, exchangeGain, reversedOn } = application;
          return (
            <li key={id} className={reversedOn === null ? undefined : styles.struck}>
              <span>
                {mayOpen ? (
                  <Link to={invoiceAddress(invoice.id)}>
                    <bdi>{invoice.label}</bdi>
                  </Link>
                ) : (
                  <bdi>{invoice.label}</bdi>
                )}{' '}
                <DateText date={date} />
                <ExchangeGain gain={exchangeGain} baseCurrency={note.baseCurrency} />
                {reversedOn !== null && (
                  <div>{t('settlements.reversed', { date: dateText(reversedOn) })}</div>
                )}
              </span>
              <Amount minor={amount} currency={currency} />
              {mayUnapply && reversedOn === null && (
                <Button
                  size="small"
                  aria-label={t('unallocate.of', { number: invoice.label })}
                  onClick={() => setAsked(application)}
                >
                  {t('unallocate.verb')}
                </Button>
              )}
            </li>
          );
        })}
        <RefundItems of={{ kind: 'credit_note', id: note.id }} refunds={refunds} money={note} />
      </ul>
      {asked !== null && <UnapplyDialog note={note} application={asked} onClose={() => setAsked(null)} />}
    </RecordSection>
  );
}

interface UnapplyDialogProps {
  note: CreditNote;
  application: Application;
  onClose: () => void;
}

function UnapplyDialog({ note, application, onClose }: UnapplyDialogProps) {
  const { t } = useTranslation('billing');
  return (
    <DatedStepDialog
      title={t('unallocate.question', {
        amount: amountText(application.amount, note.currency),
        number: application.invoice.label,
      })}
      consequence={t('unapply.means')}
      endpoint={creditNotes.unapply}
      fixed={{ id: note.id, allocationId: application.id }}
      verb={t('unallocate.verb')}
      isDangerous
      done={() => t('unallocate.done', { number: application.invoice.label })}
      onClose={onClose}
    />
  );
}
