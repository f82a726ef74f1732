import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { creditNotes } from '@daybook/contracts/billing/credit-notes';
import { invoices } from '@daybook/contracts/billing/invoices';
import type { InputOf } from '@daybook/contracts/endpoint';
import type { CreditNote } from '@daybook/contracts/billing/credit-note-record';
import { call } from '@daybook/shared/call';
import { useMay } from '@daybook/shared/session';
import { today } from '@daybook/shared/today';
import { ErrorBox } from '@daybook/shared/ui/error-box';
import { FormScreen } from '@daybook/shared/ui/form-screen';
import { PageSkeleton } from '@daybook/shared/ui/page-skeleton';
import { creditNoteAddress, creditNotesAddress } from '../common/addresses.ts';
import { CreditNoteFields } from './credit-note-fields.tsx';

type Begun = Partial<InputOf<typeof creditNotes.create>>;

const empty = (): Begun => ({ issueDate: today(), billAgain: false, lines: [] });

async function ofInvoice(id: string): Promise<Begun> {
  const { client, entity, currency, docLocale } = await call(invoices.open, { id });
  return { ...empty(), clientId: client.id, entityId: entity.id, currency, docLocale };
}

/** `?invoiceId=` begins with that invoice's client, and its lines open. */
export default function AddCreditNote() {
  const { t } = useTranslation('billing');
  const navigate = useNavigate();
  const mayIssue = useMay('credit_notes.add');
  const [params] = useSearchParams();
  const [invoiceId] = useState(() => params.get('invoiceId'));
  const [begun, setBegun] = useState<Begun | null>(invoiceId === null ? empty : null);
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    if (invoiceId !== null) ofInvoice(invoiceId).then(setBegun, setError);
  }, [invoiceId]);
  if (error !== null) return <ErrorBox error={error} />;
  if (begun === null) return <PageSkeleton shape="form" />;
  return (
    <FormScreen
      title={t('credit.new')}
      endpoint={creditNotes.create}
      initial={begun}
      verb={t('invoice.saveDraft')}
      {...(mayIssue && {
        also: {
          verb: t('invoice.saveAndIssue'),
          onSaved: ({ id }: CreditNote) =>
            void navigate(creditNoteAddress(id), { state: { isIssuing: true } }),
        },
      })}
      backTo={creditNotesAddress}
      onSaved={({ id }) => void navigate(creditNoteAddress(id))}
    >
      <CreditNoteFields invoiceId={invoiceId} />
    </FormScreen>
  );
}
