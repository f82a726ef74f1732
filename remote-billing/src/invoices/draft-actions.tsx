import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Invoice } from '@daybook/contracts/billing/invoices/invoice-record';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { laterPart } from '@daybook/shared/read/later-part';
import { useMay } from '@daybook/shared/session';
import { Can } from '@daybook/shared/record/can';
import { LinkButton } from '@daybook/shared/record/link-button';
import { MoreActions } from '@daybook/shared/list/more-actions';
import { editInvoiceAddress, invoicesAddress } from '../common/addresses.ts';
import { useIssuing } from '../common/use-issuing.ts';
import { PdfButton } from '../common/pdf-button.tsx';
import { RemoveDraftDialog } from '../common/remove-draft-dialog.tsx';
import { ApprovalActions } from './invoice-approval.tsx';
import { IssueDialog } from './issue-dialog.tsx';

const ProformaDialog = laterPart(() => import('./proforma-dialog.tsx'));

/** The actions of a draft. If the billing entity requires approval, that comes before issuing. */
export function DraftActions({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation('billing');
  const waits =
    invoice.status === 'pending_approval' || (invoice.status === 'draft' && invoice.approval.isNeeded);
  const mayIssue = useMay('invoices.add') && !waits;
  const [isIssuing, setIssuing] = useIssuing(mayIssue);
  const [isAsking, setAsking] = useState(false);
  const mayRemove = useMay('invoices.delete');
  const [isRemoving, setRemoving] = useState(false);
  return (
    <>
      {mayIssue && (
        <Button type="primary" onClick={() => setIssuing(true)}>
          {t('issue.verb')}
        </Button>
      )}
      <ApprovalActions invoice={invoice} />
      <Can do="invoices.edit">
        <LinkButton to={editInvoiceAddress(invoice.id)}>{t('edit')}</LinkButton>
      </Can>
      <PdfButton endpoint={invoices.pdf} input={{ id: invoice.id }} />
      <Can do="invoices.add">
        <Button onClick={() => setAsking(true)}>{t('proforma.verb')}</Button>
      </Can>
      {mayRemove && (
        <MoreActions actions={[{ key: 'remove', label: t('remove.verb'), begin: () => setRemoving(true) }]} />
      )}
      {isRemoving && (
        <RemoveDraftDialog
          endpoint={invoices.remove}
          draft={invoice}
          consequence={t('remove.means')}
          backTo={invoicesAddress}
          onClose={() => setRemoving(false)}
        />
      )}
      {isAsking && <ProformaDialog invoice={invoice} onClose={() => setAsking(false)} />}
      {isIssuing && <IssueDialog invoice={invoice} onClose={() => setIssuing(false)} />}
    </>
  );
}
