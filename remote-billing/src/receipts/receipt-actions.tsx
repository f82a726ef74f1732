import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { receiptMails } from '@daybook/contracts/billing/invoices/invoice-mails';
import { receipts, type Receipt } from '@daybook/contracts/billing/receipts/receipts';
import { laterPart } from '@daybook/shared/read/later-part';
import { isAdmin, useMay } from '@daybook/shared/session';
import { MoreActions } from '@daybook/shared/list/more-actions';
import { useRead } from '@daybook/shared/read/use-read';
import { PdfButton } from '../common/pdf-button.tsx';
import { SendButton } from '../common/send-button.tsx';
import { useIssuing } from '../common/use-issuing.ts';
import { ChequeActions } from './cheque-actions.tsx';

const AllocateDialog = laterPart(() => import('./allocate-dialog.tsx'));
const RefundDialog = laterPart(() => import('../common/refund-dialog.tsx'));
const ReverseDialog = laterPart(() => import('./reverse-dialog.tsx'));

/** The actions of a receipt. Only admins may reverse one. */
export function ReceiptActions({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation('billing');
  const stands = receipt.status !== 'bounced' && receipt.status !== 'reversed';
  const mayBounce = stands && receipt.mode === 'cheque' && receipt.status !== 'cleared';
  // An opening balance is reversed in its own list.
  const isOurs = receipt.mode !== 'opening';
  const mayUndo = isOurs && isAdmin() && stands && receipt.refunded === 0;
  const maySend = useMay('receipts.add');
  const hasRemainder = maySend && stands && receipt.unallocated > 0;
  const mayAllocate = useAnyOpen(receipt, hasRemainder) && hasRemainder;
  const [isAllocating, setAllocating] = useIssuing(hasRemainder, 'isAllocating');
  const [asked, setAsked] = useState<'refund' | 'reverse' | 'bounce' | null>(null);
  const close = () => setAsked(null);
  return (
    <>
      {mayAllocate && (
        <Button type="primary" onClick={() => setAllocating(true)}>
          {t('allocate.rest')}
        </Button>
      )}
      {hasRemainder && !mayBounce && <Button onClick={() => setAsked('refund')}>{t('refund.rest')}</Button>}
      <ChequeActions receipt={receipt} isNext={!mayAllocate} />
      {isOurs && stands && maySend && !receipt.clientErased && (
        <SendButton document={receipt} mails={receiptMails} />
      )}
      {isOurs && <PdfButton endpoint={receipts.pdf} input={{ id: receipt.id }} />}
      {mayUndo && (
        <MoreActions
          actions={[
            ...(mayBounce
              ? [{ key: 'bounce', label: t('bounce.verb'), begin: () => setAsked('bounce') }]
              : []),
            { key: 'reverse', label: t('reverse.verb'), begin: () => setAsked('reverse') },
          ]}
        />
      )}
      {isAllocating && <AllocateDialog receipt={receipt} onClose={() => setAllocating(false)} />}
      {asked === 'refund' && (
        <RefundDialog
          endpoint={receipts.refund}
          from={receipt}
          title={t('refund.restQuestion', { number: receipt.number })}
          done={t('refund.restDone', { number: receipt.number })}
          available={receipt.unallocated}
          onClose={close}
        />
      )}
      {(asked === 'reverse' || asked === 'bounce') && (
        <ReverseDialog receipt={receipt} how={asked} onClose={close} />
      )}
    </>
  );
}

/** Whether the unallocated part could settle an open invoice; assumed until the answer arrives. */
function useAnyOpen({ client, entity, currency, advance }: Receipt, hasRemainder: boolean): boolean {
  const parties = { clientId: client.id, entityId: entity.id, currency };
  const whose = advance === null ? ('group' as const) : ('own' as const);
  const { data } = useRead(receipts.openInvoices, hasRemainder ? { ...parties, whose } : null);
  return data === undefined || data.length > 0;
}
