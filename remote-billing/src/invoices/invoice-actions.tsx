import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Invoice } from '@daybook/contracts/billing/invoices/invoice-record';
import { invoiceMails } from '@daybook/contracts/billing/invoices/invoice-mails';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { laterPart } from '@daybook/shared/read/later-part';
import { useMay } from '@daybook/shared/session';
import { Can } from '@daybook/shared/record/can';
import { LinkButton } from '@daybook/shared/record/link-button';
import { MoreActions } from '@daybook/shared/list/more-actions';
import {
  addCreditNoteAddress,
  addReceiptAddress,
  copyInvoiceAddress,
  recurAddress,
} from '../common/addresses.ts';
import { PdfButton } from '../common/pdf-button.tsx';
import { SendButton } from '../common/send-button.tsx';
import { DraftActions } from './draft-actions.tsx';

const WriteOffDialog = laterPart(() => import('./write-off-dialog.tsx'));
const VoidDialog = laterPart(() => import('../common/void-dialog.tsx'));

/** The actions of an invoice in the order of the workflow. The likeliest next one is the primary button. */
export function InvoiceActions({ invoice }: { invoice: Invoice }) {
  return invoice.number === '' ? <DraftActions invoice={invoice} /> : <IssuedActions invoice={invoice} />;
}

function IssuedActions({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation('billing');
  const [isVoiding, setVoiding] = useState(false);
  const [isWritingOff, setWritingOff] = useState(false);
  const isOwed = invoice.outstanding > 0 && invoice.status !== 'void';
  // An erased client takes nothing new; its debt can still be written off.
  const takesMore = !invoice.clientErased;
  const isSettled = invoice.settlements.some(({ reversedOn }) => reversedOn === null);
  // The document of an opening balance is in the old system. Here it can only be paid or written off.
  const isOurs = invoice.docKind !== 'opening_invoice';
  const mayUndo = useMay('invoices.delete');
  const mayBeVoid = isOurs && !isSettled && ['issued', 'paid'].includes(invoice.status);
  return (
    <>
      {isOwed && takesMore && (
        <Can do="receipts.add">
          <LinkButton type="primary" to={`${addReceiptAddress}?invoiceId=${invoice.id}`}>
            {t('invoice.receive')}
          </LinkButton>
        </Can>
      )}
      {isOurs && takesMore && invoice.status !== 'void' && (
        <Can do="invoices.edit">
          <SendButton document={invoice} mails={invoiceMails} />
        </Can>
      )}
      {isOurs && <PdfButton endpoint={invoices.pdf} input={{ id: invoice.id }} />}
      {isOurs && takesMore && invoice.status !== 'void' && (
        <Can do="credit_notes.add">
          <LinkButton to={`${addCreditNoteAddress}?invoiceId=${invoice.id}`}>{t('creditIt')}</LinkButton>
        </Can>
      )}
      {isOurs && takesMore && (
        <Can do="invoices.add">
          <LinkButton to={copyInvoiceAddress(invoice.id)}>{t('copy.verb')}</LinkButton>
        </Can>
      )}
      {isOurs && takesMore && (
        <Can do="recurring_invoices.add">
          <LinkButton to={recurAddress(invoice.id)}>{t('recurring.verb')}</LinkButton>
        </Can>
      )}
      {mayUndo && (
        <MoreActions
          actions={[
            ...(isOwed
              ? [{ key: 'writeOff', label: t('writeOff.verb'), begin: () => setWritingOff(true) }]
              : []),
            ...(mayBeVoid ? [{ key: 'void', label: t('void.verb'), begin: () => setVoiding(true) }] : []),
          ]}
        />
      )}
      {isWritingOff && <WriteOffDialog invoice={invoice} onClose={() => setWritingOff(false)} />}
      {isVoiding && (
        <VoidDialog
          endpoint={invoices.void}
          document={invoice}
          title={t('void.question', { number: invoice.number })}
          consequence={t('void.means')}
          done={t('void.done', { number: invoice.number })}
          onClose={() => setVoiding(false)}
        />
      )}
    </>
  );
}
