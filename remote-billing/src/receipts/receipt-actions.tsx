import Button from 'antd/es/button';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { receiptMails } from '@daybook/contracts/billing/invoice-mails';
import { receipts, type Receipt } from '@daybook/contracts/billing/receipts';
import { isAdmin, useMay } from '@daybook/shared/session';
import { PdfButton } from '../common/pdf-button.tsx';
import { SendButton } from '../common/send-button.tsx';
import { ChequeActions } from './cheque-actions.tsx';
import { ReverseDialog } from './reverse-dialog.tsx';

const AllocateDialog = lazy(() => import('./allocate-dialog.tsx'));
const RefundDialog = lazy(() => import('../common/refund-dialog.tsx'));

/** What can be done with a receipt; only admins undo one. */
export function ReceiptActions({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation('billing');
  const stands = receipt.state !== 'bounced' && receipt.state !== 'reversed';
  const mayBounce = stands && receipt.mode === 'cheque' && receipt.state !== 'cleared';
  // What went back to the client is not there to be undone.
  const isOurs = receipt.mode !== 'opening';
  const mayUndo = isOurs && isAdmin() && stands && receipt.refunded === 0;
  const maySend = useMay('receipts.add');
  const mayAllocate = maySend && stands && receipt.unallocated > 0;
  const [asked, setAsked] = useState<'allocate' | 'refund' | 'reverse' | 'bounce' | null>(null);
  const close = () => setAsked(null);
  return (
    <>
      {mayAllocate && (
        <Button type="primary" onClick={() => setAsked('allocate')}>
          {t('allocate.rest')}
        </Button>
      )}
      {mayAllocate && !mayBounce && <Button onClick={() => setAsked('refund')}>{t('refund.rest')}</Button>}
      <ChequeActions receipt={receipt} isNext={!mayAllocate} />
      {isOurs && stands && maySend && <SendButton document={receipt} mails={receiptMails} />}
      {isOurs && <PdfButton endpoint={receipts.pdf} input={{ id: receipt.id }} />}
      {mayUndo && mayBounce && (
        <Button danger onClick={() => setAsked('bounce')}>
          {t('bounce.verb')}
        </Button>
      )}
      {mayUndo && (
        <Button danger onClick={() => setAsked('reverse')}>
          {t('reverse.verb')}
        </Button>
      )}
      {asked === 'allocate' && (
        <Suspense>
          <AllocateDialog receipt={receipt} onClose={close} />
        </Suspense>
      )}
      {asked === 'refund' && (
        <Suspense>
          <RefundDialog
            endpoint={receipts.refund}
            from={receipt}
            entityId={receipt.entity.id}
            title={t('refund.restQuestion', { number: receipt.number })}
            done={t('refund.restDone', { number: receipt.number })}
            currency={receipt.currency}
            baseCurrency={receipt.baseCurrency}
            available={receipt.unallocated}
            onClose={close}
          />
        </Suspense>
      )}
      {(asked === 'reverse' || asked === 'bounce') && (
        <ReverseDialog receipt={receipt} how={asked} onClose={close} />
      )}
    </>
  );
}
