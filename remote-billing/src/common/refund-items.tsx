import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CreditNote } from '@daybook/contracts/billing/credit-notes/credit-note-record';
import { creditNotes } from '@daybook/contracts/billing/credit-notes/credit-notes';
import { receipts, type Receipt } from '@daybook/contracts/billing/receipts/receipts';
import { isAdmin } from '@daybook/shared/session';
import { amountText } from '@daybook/shared/record/amount';
import { DateText } from '@daybook/shared/record/date-text';
import { DatedStepDialog } from './dated-step-dialog.tsx';
import { ExchangeGain, rateText } from './in-base.tsx';
import { PdfButton } from './pdf-button.tsx';
import { SettledRow } from './settled-row.tsx';

type Refund = Receipt['refunds'][number] | CreditNote['refunds'][number];

interface RefundItemsProps {
  /** The refunded document: a receipt, whose refund vouchers can be printed, or a credit note. */
  of: { kind: 'receipt' | 'credit_note'; id: string };
  refunds: readonly Refund[];
  /** The currencies of that document. */
  money: { currency: string; baseCurrency: string };
}

const voucherOf = (refund: Refund): string | null => ('number' in refund ? refund.number : null);

/** The refunds of a document. Only admins may reverse one. */
export function RefundItems({ of, refunds, money }: RefundItemsProps) {
  const { t } = useTranslation('billing');
  const { currency } = money;
  const [asked, setAsked] = useState<Refund | null>(null);
  return (
    <>
      {refunds.map((refund) => {
        const { id, date, amount, mode, reference, bankAccount, reversedOn } = refund;
        const voucher = voucherOf(refund);
        return (
          <SettledRow
            key={id}
            reversedOn={reversedOn}
            amount={amount}
            currency={currency}
            actions={
              <>
                {of.kind === 'receipt' && voucher !== null && (
                  <PdfButton endpoint={receipts.refundPdf} input={{ id: of.id, refundId: id }} of={voucher} />
                )}
                {reversedOn === null && isAdmin() && (
                  <Button
                    size="small"
                    aria-label={t('refund.takeBackOf', { amount: amountText(amount, currency) })}
                    onClick={() => setAsked(refund)}
                  >
                    {t('refund.takeBack')}
                  </Button>
                )}
              </>
            }
          >
            {voucher !== null && (
              <>
                <bdi>{voucher}</bdi>{' '}
              </>
            )}
            {t('refund.by', { mode: t(`mode.${mode}`) })} <DateText date={date} />
            {reference !== null && <bdi> {reference}</bdi>}
            {bankAccount !== null && (
              <div>
                <bdi>{bankAccount.label}</bdi>
              </div>
            )}
            <RefundInBase refund={refund} money={money} />
          </SettledRow>
        );
      })}
      {asked !== null && (
        <TakeBackDialog of={of} refund={asked} currency={currency} onClose={() => setAsked(null)} />
      )}
    </>
  );
}

/** The amount paid at the rate of the day, and the exchange gain or loss on it. */
function RefundInBase({ refund, money }: { refund: Refund } & Pick<RefundItemsProps, 'money'>) {
  const { baseCurrency } = money;
  if (money.currency === baseCurrency) return null;
  return (
    <>
      <div>
        <bdi dir="ltr">
          {amountText(refund.amountInBase, baseCurrency)} ({rateText({ ...money, fxRate: refund.fxRate })})
        </bdi>
      </div>
      <ExchangeGain gain={refund.exchangeGain} baseCurrency={baseCurrency} />
    </>
  );
}

interface TakeBackDialogProps extends Pick<RefundItemsProps, 'of'> {
  currency: string;
  refund: Refund;
  onClose: () => void;
}

function TakeBackDialog({ of, refund, currency, onClose }: TakeBackDialogProps) {
  const { t } = useTranslation('billing');
  const endpoint: typeof receipts.takeBackRefund | typeof creditNotes.takeBackRefund =
    of.kind === 'receipt' ? receipts.takeBackRefund : creditNotes.takeBackRefund;
  return (
    <DatedStepDialog
      title={t('refund.takeBackOf', { amount: amountText(refund.amount, currency) })}
      consequence={t('refund.takeBackMeans')}
      endpoint={endpoint}
      fixed={{ id: of.id, refundId: refund.id }}
      verb={t('refund.takeBack')}
      isDangerous
      done={() => t('refund.takenBack')}
      onClose={onClose}
    />
  );
}
