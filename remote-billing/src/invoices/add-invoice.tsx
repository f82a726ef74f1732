import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { Invoice } from '@daybook/contracts/billing/invoice-record';
import { invoices } from '@daybook/contracts/billing/invoices';
import { useMay } from '@daybook/shared/session';
import { ErrorBox } from '@daybook/shared/ui/error-box';
import { FormScreen } from '@daybook/shared/ui/form-screen';
import { PageSkeleton } from '@daybook/shared/ui/page-skeleton';
import { invoiceAddress, invoicesAddress } from '../common/addresses.ts';
import { type Begun, emptyInvoice, withoutEmptyEnd } from './draft-values.ts';
import { InvoiceFields } from './invoice-fields.tsx';

/** `?copy=` begins with an earlier invoice, `?proforma=` with one whose invoice is void and becomes its invoice, `?pending=` with the finished work it names, `?clientId=` with that client and who bills it. */
function useBeginning() {
  const [params] = useSearchParams();
  const [asked] = useState(params);
  const [begun, setBegun] = useState<Begun | null>(asked.size > 0 ? null : emptyInvoice);
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    if (asked.size === 0) return;
    // Most begin with nothing: what reads the others comes when it is asked for.
    import('./beginning.ts').then(async ({ beginWith }) => beginWith(asked)).then(setBegun, setError);
  }, [asked]);
  return { begun, error, proformaId: asked.get('proforma') };
}

export default function AddInvoice() {
  const { t } = useTranslation('billing');
  const navigate = useNavigate();
  const mayIssue = useMay('invoices.add');
  const { begun, error, proformaId } = useBeginning();
  if (error !== null) return <ErrorBox error={error} />;
  if (begun === null) return <PageSkeleton shape="form" />;
  return (
    <FormScreen
      title={t('invoice.new')}
      endpoint={invoices.create}
      initial={begun}
      {...(proformaId !== null && { fixed: { proformaId } })}
      sent={withoutEmptyEnd}
      verb={t('invoice.saveDraft')}
      {...(mayIssue && {
        also: {
          verb: t('invoice.saveAndIssue'),
          onSaved: ({ id }: Invoice) => void navigate(invoiceAddress(id), { state: { isIssuing: true } }),
        },
      })}
      isWide
      backTo={invoicesAddress}
      onSaved={({ id }) => void navigate(invoiceAddress(id))}
    >
      <InvoiceFields />
    </FormScreen>
  );
}
