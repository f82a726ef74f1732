import { useTranslation } from 'react-i18next';
import type { CreditNote } from '@daybook/contracts/billing/credit-note-record';
import { receipts, type Receipt } from '@daybook/contracts/billing/receipts';
import { Amount } from '@daybook/shared/ui/amount';
import { DateText } from '@daybook/shared/ui/date-text';
import { PdfButton } from './pdf-button.tsx';

interface RefundItemsProps {
  /** Of the receipt whose refund vouchers can be printed. */
  receiptId?: string;
  refunds: Receipt['refunds'] | CreditNote['refunds'];
  currency: string;
}

/** What went back to the client, in the list of what the money was used for. */
export function RefundItems({ receiptId, refunds, currency }: RefundItemsProps) {
  const { t } = useTranslation('billing');
  return refunds.map(({ id, date, amount, mode, reference, ...refund }) => (
    <li key={id}>
      <span>
        {'number' in refund && refund.number !== null && (
          <>
            <bdi>{refund.number}</bdi>{' '}
          </>
        )}
        {t('refund.by', { mode: t(`mode.${mode}`) })} <DateText date={date} />
        {reference !== null && <bdi> {reference}</bdi>}
      </span>
      <Amount minor={amount} currency={currency} />
      {receiptId !== undefined && 'number' in refund && refund.number !== null && (
        <PdfButton endpoint={receipts.refundPdf} input={{ id: receiptId, refundId: id }} of={refund.number} />
      )}
    </li>
  ));
}
