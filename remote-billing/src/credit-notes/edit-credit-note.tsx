import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate, useParams } from 'react-router-dom';
import type { CreditNote } from '@daybook/contracts/billing/credit-notes/credit-note-record';
import { creditNotes } from '@daybook/contracts/billing/credit-notes/credit-notes';
import { magnitude } from '@daybook/contracts/money/money';
import { useMay } from '@daybook/shared/session';
import { FormScreen } from '@daybook/shared/form/form-screen';
import { ReadView } from '@daybook/shared/read/read-view';
import { useRead } from '@daybook/shared/read/use-read';
import { creditNoteAddress } from '../common/addresses.ts';
import { CreditNoteFields } from './credit-note-fields.tsx';

const valuesOf = (note: CreditNote) => ({
  entityId: note.entity.id,
  clientId: note.client.id,
  currency: note.currency,
  issueDate: note.issueDate,
  docLocale: note.docLocale,
  reasonCode: note.reasonCode,
  reason: note.reason,
  billAgain: note.billAgain,
  notes: note.notes,
  lines: note.lines.map(({ invoiceLineId, qty, amount }) => ({
    invoiceLineId,
    qty,
    amount: qty === null ? magnitude(amount) : null,
  })),
});

export default function EditCreditNote() {
  const { id = '' } = useParams();
  const read = useRead(creditNotes.open, { id });
  return (
    <ReadView of={read} shape="form">
      {(note) => <EditDraft note={note} />}
    </ReadView>
  );
}

function EditDraft({ note }: { note: CreditNote }) {
  const { t } = useTranslation('billing');
  const navigate = useNavigate();
  const mayIssue = useMay('credit_notes.add');
  const { id } = note;
  // An issued credit note refuses changes.
  if (note.status !== 'draft') return <Navigate to={creditNoteAddress(id)} replace />;
  return (
    <FormScreen
      title={t('credit.draft')}
      endpoint={creditNotes.edit}
      initial={valuesOf(note)}
      fixed={{ id }}
      version={note.version}
      valuesOf={valuesOf}
      verb={t('invoice.saveDraft')}
      {...(mayIssue && {
        also: {
          verb: t('invoice.saveAndIssue'),
          onSaved: () => void navigate(creditNoteAddress(id), { state: { isIssuing: true } }),
        },
      })}
      backTo={creditNoteAddress(id)}
      onSaved={() => void navigate(creditNoteAddress(id))}
    >
      <CreditNoteFields creditNoteId={id} />
    </FormScreen>
  );
}
