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

type Allocation = CreditNote['allocations'][number];

/** The invoices that the credit note settled, and its refunds. One allocation can be reversed without the others. */
export function Allocations({ note }: { note: CreditNote }) {
  const { t } = useTranslation('billing');
  const mayUnallocate = useMay('credit_notes.edit');
  const [asked, setAsked] = useState<Allocation | null>(null);
  const { currency, allocations, refunds } = note;
  return (
    <RecordSection title={t('credit.uses')}>
      {allocations.length + refunds.length === 0 && <p className={styles.quiet}>{t('credit.unused')}</p>}
      <ul className={styles.rows}>
        {allocations.map((allocation) => {
          const { id, invoice, date, amount, exchangeGain, reversedOn } = allocation;
          return (
            <SettledRow
              key={id}
              reversedOn={reversedOn}
              amount={amount}
              currency={currency}
              actions={
                mayUnallocate &&
                reversedOn === null && (
                  <Button
                    size="small"
                    aria-label={t('unallocate.of', { number: invoice.label })}
                    onClick={() => setAsked(allocation)}
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
      {asked !== null && <UnallocateDialog note={note} allocation={asked} onClose={() => setAsked(null)} />}
    </RecordSection>
  );
}

interface UnallocateDialogProps {
  note: CreditNote;
  allocation: Allocation;
  onClose: () => void;
}

function UnallocateDialog({ note, allocation, onClose }: UnallocateDialogProps) {
  const { t } = useTranslation('billing');
  return (
    <DatedStepDialog
      title={t('unallocate.question', {
        amount: amountText(allocation.amount, note.currency),
        number: allocation.invoice.label,
      })}
      consequence={t('unallocateCredit.means')}
      endpoint={creditNotes.unallocate}
      fixed={{ id: note.id, allocationId: allocation.id }}
      verb={t('unallocate.verb')}
      isDangerous
      done={() => t('unallocate.done', { number: allocation.invoice.label })}
      onClose={onClose}
    />
  );
}
