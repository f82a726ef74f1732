import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CreditNote } from '@daybook/contracts/billing/credit-notes/credit-note-record';
import { creditNotes } from '@daybook/contracts/billing/credit-notes/credit-notes';
import { receipts, type Receipt } from '@daybook/contracts/billing/receipts/receipts';
import { isAdmin } from '@daybook/shared/session';
import { Amount, amountText } from '@daybook/shared/record/amount';
import { DateText, dateText } from '@daybook/shared/record/date-text';
import { DatedStepDialog } from './dated-step-dialog.tsx';
import { ExchangeGain, rateText } from './in-base.tsx';
import { PdfButton } from './pdf-button.tsx';
import styles from './document.module.css';

type Refund = Receipt['refunds'][number] | CreditNote['refunds'][number];

interface RefundItemsProps {
  /** What it went back of: a receipt, whose refund vouchers can be printed, or a credit note. */
  of: { kind: 'receipt' | 'credit_note'; id: string };
  refunds: readonly Refund[];
  /** Of what it went back of. */
  money: { currency: string; baseCurrency: string };
}

const voucherOf = (refund: Refund): string | null => ('number' in refund ? refund.number : null);

/** What went back to the client, in the list of what the money was used for; only admins take one back. */
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
          <li key={id} className={reversedOn === null ? undefined : styles.struck}>
            <span>
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
              {reversedOn !== null && <div>{t('settlements.reversed', { date: dateText(reversedOn) })}</div>}
            </span>
            <Amount minor={amount} currency={currency} />
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
          </li>
        );
      })}
      {asked !== null && (
        <TakeBackDialog of={of} refund={asked} currency={currency} onClose={() => setAsked(null)} />
      )}
    </>
  );
}

/** What was paid at the rate of the day, and what that gained on what the client had. */
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
