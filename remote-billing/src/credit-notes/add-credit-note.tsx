import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { creditNotes } from '@daybook/contracts/billing/credit-notes/credit-notes';
import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import type { InputOf } from '@daybook/contracts/endpoint';
import type { CreditNote } from '@daybook/contracts/billing/credit-notes/credit-note-record';
import { call } from '@daybook/shared/call';
import { useMay } from '@daybook/shared/session';
import { today } from '@daybook/shared/today';
import { FormScreen } from '@daybook/shared/form/form-screen';
import { creditNoteAddress, creditNotesAddress } from '../common/addresses.ts';
import { BegunForm } from '../common/begun-form.tsx';
import { CreditNoteFields } from './credit-note-fields.tsx';

type Begun = Partial<InputOf<typeof creditNotes.create>>;

const empty = (): Begun => ({ issueDate: today(), billAgain: false, lines: [] });

/** `?invoiceId=` starts with the client of that invoice, and with its lines open. */
async function begin(params: URLSearchParams): Promise<Begun> {
  const id = params.get('invoiceId');
  if (id === null) return empty();
  const { client, entity, currency, docLocale } = await call(invoices.open, { id });
  return { ...empty(), clientId: client.id, entityId: entity.id, currency, docLocale };
}

export default function AddCreditNote() {
  const { t } = useTranslation('billing');
  const navigate = useNavigate();
  const mayIssue = useMay('credit_notes.add');
  return (
    <BegunForm empty={empty} begin={begin}>
      {(begun, params) => (
        <FormScreen
          title={t('credit.new')}
          endpoint={creditNotes.create}
          initial={begun}
          verb={t('invoice.saveDraft')}
          {...(mayIssue && {
            also: {
              verb: t('invoice.saveAndIssue'),
              onSaved: ({ id }: CreditNote) =>
                void navigate(creditNoteAddress(id), { replace: true, state: { isIssuing: true } }),
            },
          })}
          backTo={creditNotesAddress}
          onSaved={({ id }) => void navigate(creditNoteAddress(id), { replace: true })}
        >
          <CreditNoteFields invoiceId={params.get('invoiceId')} />
        </FormScreen>
      )}
    </BegunForm>
  );
}
