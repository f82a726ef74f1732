import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import type { Invoice } from '@daybook/contracts/billing/invoice-record';
import { invoices } from '@daybook/contracts/billing/invoices';
import { notify } from '@daybook/shared/notify';
import { useMay } from '@daybook/shared/session';
import { Can } from '@daybook/shared/ui/can';
import { ConfirmButton } from '@daybook/shared/ui/confirm';
import { LinkButton } from '@daybook/shared/ui/link-button';
import { useSave } from '@daybook/shared/ui/use-save';
import {
  addReceiptAddress,
  copyInvoiceAddress,
  editInvoiceAddress,
  invoicesAddress,
} from '../common/addresses.ts';
import { PdfButton } from '../common/pdf-button.tsx';
import { IssueDialog } from './issue-dialog.tsx';
import { SendButton } from './send-button.tsx';
import { VoidDialog } from './void-dialog.tsx';

/** What can be done with an invoice, in the order of the workflow, the likely next step primary. */
export function InvoiceActions({ invoice }: { invoice: Invoice }) {
  return invoice.status === 'draft' ? (
    <DraftActions invoice={invoice} />
  ) : (
    <IssuedActions invoice={invoice} />
  );
}

function DraftActions({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation('billing');
  const navigate = useNavigate();
  const mayIssue = useMay('invoices.add');
  const { state } = useLocation() as { state: { isIssuing?: boolean } | null };
  const [isIssuing, setIssuing] = useState(mayIssue && state?.isIssuing === true);
  const { save } = useSave(invoices.remove);
  const remove = async () => {
    await save({ id: invoice.id }, invoice.version);
    notify.success(t('remove.done'));
    await navigate(invoicesAddress);
  };
  return (
    <>
      {mayIssue && (
        <Button type="primary" onClick={() => setIssuing(true)}>
          {t('issue.verb')}
        </Button>
      )}
      <Can do="invoices.edit">
        <LinkButton to={editInvoiceAddress(invoice.id)}>{t('edit')}</LinkButton>
      </Can>
      <PdfButton endpoint={invoices.pdf} input={{ id: invoice.id }} />
      <Can do="invoices.delete">
        <ConfirmButton
          danger
          question={t('remove.question', { client: invoice.client.label })}
          consequence={t('remove.means')}
          verb={t('remove.verb')}
          run={remove}
        >
          {t('remove.verb')}
        </ConfirmButton>
      </Can>
      {isIssuing && <IssueDialog invoice={invoice} onClose={() => setIssuing(false)} />}
    </>
  );
}

function IssuedActions({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation('billing');
  const [isVoiding, setVoiding] = useState(false);
  const isOwed = invoice.outstanding > 0 && invoice.status !== 'void';
  const isSettled = invoice.settlements.some(({ reversedOn }) => reversedOn === null);
  const mayBeVoid = !isSettled && ['issued', 'paid'].includes(invoice.status);
  return (
    <>
      {isOwed && (
        <Can do="receipts.add">
          <LinkButton type="primary" to={`${addReceiptAddress}?invoiceId=${invoice.id}`}>
            {t('invoice.receive')}
          </LinkButton>
        </Can>
      )}
      {invoice.status !== 'void' && (
        <Can do="invoices.edit">
          <SendButton invoice={invoice} />
        </Can>
      )}
      <PdfButton endpoint={invoices.pdf} input={{ id: invoice.id }} />
      <Can do="invoices.add">
        <LinkButton to={copyInvoiceAddress(invoice.id)}>{t('copy.verb')}</LinkButton>
      </Can>
      {mayBeVoid && (
        <Can do="invoices.delete">
          <Button danger onClick={() => setVoiding(true)}>
            {t('void.verb')}
          </Button>
        </Can>
      )}
      {isVoiding && <VoidDialog invoice={invoice} onClose={() => setVoiding(false)} />}
    </>
  );
}
