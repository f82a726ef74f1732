import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CreditNote } from '@daybook/contracts/billing/credit-notes/credit-note-record';
import { creditNotes } from '@daybook/contracts/billing/credit-notes/credit-notes';
import { useMay } from '@daybook/shared/session';
import { amountText } from '@daybook/shared/record/amount';
import { DateText } from '@daybook/shared/record/date-text';
import { RecordSection } from '@daybook/shared/record/record-screen';
import { DatedStepDialog } from '../common/dated-step-dialog.tsx';
import { ExchangeGain } from '../common/in-base.tsx';
import { InvoiceLink } from '../common/invoice-link.tsx';
import { RefundItems } from '../common/refund-items.tsx';
import { SettledRow } from '../common/settled-row.tsx';
import styles from '../common/document.module.css';

type Application = CreditNote['applications'][number];

/** The invoices that the credit note settled, and its refunds. One application can be reversed without the others. */
export function Applications({ note }: { note: CreditNote }) {
  const { t } = useTranslation('billing');
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
            <SettledRow
              key={id}
              reversedOn={reversedOn}
              amount={amount}
              currency={currency}
              actions={
                mayUnapply &&
                reversedOn === null && (
                  <Button
                    size="small"
                    aria-label={t('unallocate.of', { number: invoice.label })}
                    onClick={() => setAsked(application)}
                  >
                    {t('unallocate.verb')}
                  </Button>
                )
              }
            >
              <InvoiceLink invoice={invoice} /> <DateText date={date} />
              <ExchangeGain gain={exchangeGain} baseCurrency={note.baseCurrency} />
            </SettledRow>
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
