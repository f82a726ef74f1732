import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { Invoice } from '@daybook/contracts/billing/invoices/invoice-record';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { useMay } from '@daybook/shared/session';
import { FormScreen } from '@daybook/shared/form/form-screen';
import { invoiceAddress, invoicesAddress } from '../../common/addresses.ts';
import { BegunForm } from '../../common/begun-form.tsx';
import { type Begun, emptyInvoice, withoutEmptyEnd } from './draft-values.ts';
import { InvoiceFields } from './invoice-fields.tsx';

/**
 * `?copy=` starts with a copy of an invoice, `?proforma=` with the content of a proforma whose invoice was voided, `?pending=`
 * with finished work, and `?clientId=` with a client and their default entity. Most invoices start empty, so the code for the
 * others loads only when it is needed.
 */
async function begin(params: URLSearchParams): Promise<Begun> {
  const { beginWith } = await import('./beginning.ts');
  return beginWith(params);
}

export default function AddInvoice() {
  const { t } = useTranslation('billing');
  const navigate = useNavigate();
  const mayIssue = useMay('invoices.add');
  return (
    <BegunForm empty={emptyInvoice} begin={begin}>
      {(begun, params) => (
        <FormScreen
          title={t('invoice.new')}
          endpoint={invoices.create}
          initial={begun}
          {...(params.has('proforma') && { fixed: { proformaId: params.get('proforma') ?? '' } })}
          sent={withoutEmptyEnd}
          verb={t('invoice.saveDraft')}
          {...(mayIssue && {
            also: {
              verb: t('invoice.saveAndIssue'),
              onSaved: ({ id }: Invoice) =>
                void navigate(invoiceAddress(id), { replace: true, state: { isIssuing: true } }),
            },
          })}
          isWide
          backTo={invoicesAddress}
          onSaved={({ id }) => void navigate(invoiceAddress(id), { replace: true })}
        >
          <InvoiceFields />
        </FormScreen>
      )}
    </BegunForm>
  );
}
