import { creditNotes } from '@daybook/contracts/billing/credit-notes/credit-notes';
import { implement } from '../../http/implement.ts';
import { sendExport } from '../../http/send-export.ts';
import { componentsInUse } from '../documents/exported-figures.ts';
import { allocateCreditNote, unallocateCreditNote, voidCreditNote } from './change-credit-note.ts';
import { createCreditNote, editCreditNote, removeCreditNote } from './credit-note-drafts.ts';
import { beforeIssue, issueCreditNote } from './credit-note-issue.ts';
import { sendCreditNotePdf } from './credit-note-pdf.ts';
import { openForCreditNote } from './credit-note-proposal.ts';
import { totalCreditNotes, creditNoteBasis, getCreditNote, listCreditNotes } from './credit-notes.queries.ts';
import { refundCreditNote, takeBackCreditNoteRefund } from './refund-credit-note.ts';
import { creditNoteExport, exportedCreditNotes } from './credit-notes.export.ts';

export const creditNotesRoutes = implement(
  'credit_notes',
  creditNotes,
)({
  list: ({ db, user, input }) => listCreditNotes(db, user, input),
  total: ({ db, user, input }) => totalCreditNotes(db, user, input),
  export: async ({ db, user, input, language, reply }) =>
    sendExport(
      reply,
      input.format,
      async (cursor) =>
        exportedCreditNotes(db, await listCreditNotes(db, user, { ...input, pageSize: 500, cursor })),
      creditNoteExport(language, await componentsInUse(db, input.filter.entityId)),
    ),
  basis: ({ db, user, input }) => creditNoteBasis(db, user, input),
  open: ({ db, user, input }) => getCreditNote(db, user, input.id),
  openInvoices: ({ db, user, input }) => openForCreditNote(db, user, input.id),
  beforeIssue: ({ db, user, input }) => beforeIssue(db, user, input.id),
  create: ({ db, user, input }) => createCreditNote(db, user, input),
  edit: ({ db, user, input, version }) => editCreditNote(db, user, input, version),
  remove: async ({ db, user, input, version }) => {
    await removeCreditNote(db, user, input.id, version);
    return {};
  },
  issue: ({ db, user, input, version }) => issueCreditNote(db, user, input, version),
  allocate: ({ db, user, input }) => allocateCreditNote(db, user, input),
  unallocate: ({ db, user, input }) => unallocateCreditNote(db, user, input),
  refund: ({ db, user, input }) => refundCreditNote(db, user, input),
  takeBackRefund: ({ db, user, input }) => takeBackCreditNoteRefund(db, user, input),
  void: ({ db, user, input, version }) => voidCreditNote(db, user, input, version),
  pdf: ({ db, user, input, reply }) => sendCreditNotePdf(db, user, input.id, reply),
});
