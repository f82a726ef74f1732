import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { receipts, type Receipt } from '@daybook/contracts/billing/receipts/receipts';
import { formatDecimal } from '@daybook/contracts/money/amount-entry';
import { numberLocale } from '@daybook/shared/i18n';
import { amountText } from '@daybook/shared/record/amount';
import { DateText } from '@daybook/shared/record/date-text';
import { RecordSection } from '@daybook/shared/record/record-screen';
import { DatedStepDialog } from '../common/dated-step-dialog.tsx';
import { ExchangeGain } from '../common/in-base.tsx';
import { InvoiceLink } from '../common/invoice-link.tsx';
import { RefundItems } from '../common/refund-items.tsx';
import { SettledRow } from '../common/settled-row.tsx';
import styles from '../common/document.module.css';

type Allocation = Receipt['allocations'][number];

/** The invoices that the receipt settled, and its refunds. One allocation can be reversed without the others. */
export function ReceiptAllocations({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation('billing');
  const [asked, setAsked] = useState<Allocation | null>(null);
  const { currency, allocations, refunds } = receipt;
  const withheldText = ({ withheldPart, withheldBy }: Allocation): string => {
    const amount = amountText(withheldPart, currency);
    if (withheldBy === null) return t('settlements.withheld', { amount });
    const { section, base, rate } = withheldBy;
    return t('settlements.withheldBy', {
      amount,
      section,
      rate: formatDecimal(rate, numberLocale()),
      base: amountText(base, currency),
    });
  };
  return (
    <RecordSection title={t('allocation.title')}>
      {allocations.length + refunds.length === 0 && <p className={styles.quiet}>{t('allocation.nothing')}</p>}
      <ul className={styles.rows}>
        {allocations.map((allocation) => {
          const { id, invoice, client, date, amount, withheldPart, writtenOff, reversedOn } = allocation;
          return (
            <SettledRow
              key={id}
              reversedOn={reversedOn}
              amount={amount}
              currency={currency}
              actions={
                allocation.mayUnallocate && (
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
              {client && (
                <div>
                  <bdi>{client.label}</bdi>
                </div>
              )}
              {withheldPart > 0 && <div>{withheldText(allocation)}</div>}
              {writtenOff > 0 && (
                <div>{t('allocation.writtenOff', { amount: amountText(writtenOff, currency) })}</div>
              )}
              <ExchangeGain gain={allocation.exchangeGain} baseCurrency={receipt.baseCurrency} />
            </SettledRow>
          );
        })}
        <RefundItems of={{ kind: 'receipt', id: receipt.id }} refunds={refunds} money={receipt} />
      </ul>
      {asked !== null && (
        <UnallocateDialog receipt={receipt} allocation={asked} onClose={() => setAsked(null)} />
      )}
    </RecordSection>
  );
}

interface UnallocateDialogProps {
  receipt: Receipt;
  allocation: Allocation;
  onClose: () => void;
}

function UnallocateDialog({ receipt, allocation, onClose }: UnallocateDialogProps) {
  const { t } = useTranslation('billing');
  const number = allocation.invoice.label;
  return (
    <DatedStepDialog
      title={t('unallocate.question', { amount: amountText(allocation.amount, receipt.currency), number })}
      consequence={t('unallocate.means')}
      endpoint={receipts.unallocate}
      fixed={{ id: receipt.id, allocationId: allocation.id }}
      verb={t('unallocate.verb')}
      isDangerous
      done={() => t('unallocate.done', { number })}
      onClose={onClose}
    />
  );
}
