import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { Invoice } from '@daybook/contracts/billing/invoice-record';
import { invoices } from '@daybook/contracts/billing/invoices';
import { pendingInvoices } from '@daybook/contracts/billing/pending-invoices';
import { proformas } from '@daybook/contracts/billing/proformas';
import type { InputOf } from '@daybook/contracts/endpoint';
import { call } from '@daybook/shared/call';
import { useMay } from '@daybook/shared/session';
import { ErrorBox } from '@daybook/shared/ui/error-box';
import { FormScreen } from '@daybook/shared/ui/form-screen';
import { PageSkeleton } from '@daybook/shared/ui/page-skeleton';
import { invoiceAddress, invoicesAddress } from '../common/addresses.ts';
import { lookUp, moreText } from '../common/look-up.ts';
import { today } from '@daybook/shared/today';
import { copyOf, invoiceOf } from './copy-of.ts';
import { blankLine, withoutEmptyEnd } from './draft-values.ts';
import { InvoiceFields } from './invoice-fields.tsx';
import { lineOfItem } from './line-of-item.ts';

type Begun = Partial<InputOf<typeof invoices.create>>;

const empty = (): Begun => ({
  issueDate: today(),
  lines: [blankLine()],
  adjustments: [],
});

async function ofClient(clientId: string): Promise<Begun> {
  const client = await lookUp('clients', clientId);
  const entityId = moreText(client, 'defaultEntityId');
  return { ...empty(), clientId, ...(entityId !== null && { entityId }) };
}

async function ofItems(itemIds: readonly string[]): Promise<Begun> {
  const items = await Promise.all(itemIds.map(async (id) => call(pendingInvoices.open, { id })));
  const [first] = items;
  if (first === undefined) return empty();
  const lines = await Promise.all(items.map(lineOfItem));
  return {
    ...empty(),
    clientId: first.client.id,
    entityId: first.entity.id,
    currency: first.currency,
    lines,
  };
}

async function beginWith(params: URLSearchParams): Promise<Begun> {
  const items = params.getAll('pending');
  const [copied, asked, clientId] = ['copy', 'proforma', 'clientId'].map((name) => params.get(name));
  if (copied) return copyOf(await call(invoices.open, { id: copied }), today());
  if (asked) return invoiceOf(await call(proformas.open, { id: asked }), today());
  if (items.length > 0) return ofItems(items);
  return clientId ? ofClient(clientId) : empty();
}

/** `?copy=` begins with an earlier invoice, `?proforma=` with one whose invoice is void and becomes its invoice, `?pending=` with the finished work it names, `?clientId=` with that client and who bills it. */
function useBeginning() {
  const [params] = useSearchParams();
  const [asked] = useState(params);
  const [begun, setBegun] = useState<Begun | null>(asked.size > 0 ? null : empty);
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    if (asked.size > 0) beginWith(asked).then(setBegun, setError);
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
