import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CreditNote } from '@daybook/contracts/billing/credit-notes/credit-note-record';
import { creditNotes } from '@daybook/contracts/billing/credit-notes/credit-notes';
import { creditNoteMails } from '@daybook/contracts/billing/invoices/invoice-mails';
import { laterPart } from '@daybook/shared/read/later-part';
import { isAdmin, useMay } from '@daybook/shared/session';
import { Can } from '@daybook/shared/record/can';
import { LinkButton } from '@daybook/shared/record/link-button';
import { MoreActions } from '@daybook/shared/list/more-actions';
import { creditNotesAddress, editCreditNoteAddress } from '../common/addresses.ts';
import { useIssuing } from '../common/use-issuing.ts';
import { PdfButton } from '../common/pdf-button.tsx';
import { RemoveDraftDialog } from '../common/remove-draft-dialog.tsx';
import { SendButton } from '../common/send-button.tsx';
import VoidDialog from '../common/void-dialog.tsx';

const AllocateDialog = laterPart(() => import('./allocate-dialog.tsx'));
const RefundDialog = laterPart(() => import('../common/refund-dialog.tsx'));

/** The actions of a credit note. The likeliest next one is the primary button. */
export function CreditNoteActions({ note }: { note: CreditNote }) {
  return note.status === 'draft' ? <DraftActions note={note} /> : <IssuedActions note={note} />;
}

function DraftActions({ note }: { note: CreditNote }) {
  const { t } = useTranslation('billing');
  const mayIssue = useMay('credit_notes.add');
  const [isIssuing, setIssuing] = useIssuing(mayIssue);
  const mayRemove = useMay('credit_notes.edit');
  const [isRemoving, setRemoving] = useState(false);
  return (
    <>
      {mayIssue && (
        <Button type="primary" onClick={() => setIssuing(true)}>
          {t('issue.verb')}
        </Button>
      )}
      <Can do="credit_notes.edit">
        <LinkButton to={editCreditNoteAddress(note.id)}>{t('edit')}</LinkButton>
      </Can>
      <PdfButton endpoint={creditNotes.pdf} input={{ id: note.id }} />
      {mayRemove && (
        <MoreActions actions={[{ key: 'remove', label: t('remove.verb'), begin: () => setRemoving(true) }]} />
      )}
      {isRemoving && (
        <RemoveDraftDialog
          endpoint={creditNotes.remove}
          draft={note}
          consequence={t('credit.removeMeans')}
          backTo={creditNotesAddress}
          onClose={() => setRemoving(false)}
        />
      )}
      {isIssuing && <AllocateDialog note={note} onClose={() => setIssuing(false)} />}
    </>
  );
}

function IssuedActions({ note }: { note: CreditNote }) {
  const { t } = useTranslation('billing');
  const mayUse = useMay('credit_notes.edit') && note.available > 0;
  const [isAllocating, setAllocating] = useIssuing(mayUse, 'isAllocating');
  const [asked, setAsked] = useState<'refund' | 'void' | null>(null);
  const close = () => setAsked(null);
  return (
    <>
      {mayUse && (
        <>
          <Button type="primary" onClick={() => setAllocating(true)}>
            {t('allocateCredit.verb')}
          </Button>
          <Button onClick={() => setAsked('refund')}>{t('refund.verb')}</Button>
        </>
      )}
      {note.status !== 'void' && !note.clientErased && (
        <Can do="credit_notes.edit">
          <SendButton document={note} mails={creditNoteMails} />
        </Can>
      )}
      <PdfButton endpoint={creditNotes.pdf} input={{ id: note.id }} />
      {isAdmin() && note.status === 'issued' && (
        <MoreActions actions={[{ key: 'void', label: t('void.verb'), begin: () => setAsked('void') }]} />
      )}
      {isAllocating && <AllocateDialog note={note} onClose={() => setAllocating(false)} />}
      {asked === 'refund' && (
        <RefundDialog
          endpoint={creditNotes.refund}
          from={note}
          title={t('refund.question', { number: note.number })}
          done={t('refund.done', { number: note.number })}
          available={note.available}
          onClose={close}
        />
      )}
      {asked === 'void' && (
        <VoidDialog
          endpoint={creditNotes.void}
          document={note}
          title={t('credit.voidQuestion', { number: note.number })}
          consequence={t('credit.voidMeans')}
          done={t('credit.voided', { number: note.number })}
          onClose={close}
        />
      )}
    </>
  );
}
