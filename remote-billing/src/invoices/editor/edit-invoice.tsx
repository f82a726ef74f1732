import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate, useParams } from 'react-router-dom';
import { draftOf } from '@daybook/contracts/billing/invoices/invoice-draft';
import type { Invoice } from '@daybook/contracts/billing/invoices/invoice-record';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { useMay } from '@daybook/shared/session';
import { FormScreen } from '@daybook/shared/form/form-screen';
import { ReadView } from '@daybook/shared/read/read-view';
import { useRead } from '@daybook/shared/read/use-read';
import { invoiceAddress } from '../../common/addresses.ts';
import { withoutEmptyEnd } from './draft-values.ts';
import { InvoiceFields } from './invoice-fields.tsx';

export default function EditInvoice() {
  const { id = '' } = useParams();
  const read = useRead(invoices.open, { id });
  return (
    <ReadView of={read} shape="form">
      {(invoice) => <EditDraft invoice={invoice} />}
    </ReadView>
  );
}

function EditDraft({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation('billing');
  const navigate = useNavigate();
  const mayIssue = useMay('invoices.add');
  const { id } = invoice;
  // An issued invoice refuses changes.
  if (invoice.number !== '') return <Navigate to={invoiceAddress(id)} replace />;
  return (
    <FormScreen
      title={t('invoice.editTitle', { client: invoice.client.label })}
      endpoint={invoices.edit}
      initial={draftOf(invoice)}
      fixed={{ id }}
      version={invoice.version}
      valuesOf={draftOf}
      sent={withoutEmptyEnd}
      verb={t('invoice.saveDraft')}
      {...(mayIssue && {
        also: {
          verb: t('invoice.saveAndIssue'),
          onSaved: () => void navigate(invoiceAddress(id), { state: { isIssuing: true } }),
        },
      })}
      isWide
      backTo={invoiceAddress(id)}
      onSaved={() => void navigate(invoiceAddress(id))}
    >
      <InvoiceFields isSaved />
    </FormScreen>
  );
}
