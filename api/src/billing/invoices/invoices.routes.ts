import { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { implement } from '../../http/implement.ts';
import { sendExport } from '../../http/send-export.ts';
import { invoiceBasis } from '../documents/invoice-basis.ts';
import { componentsInUse } from '../documents/exported-figures.ts';
import { createDraft, editDraft, removeDraft } from './invoice-drafts.ts';
import { issueInvoice, voidInvoice } from './invoice-issue.ts';
import { sendInvoicePdf } from './invoice-pdf.ts';
import { previewInvoice } from './invoice-preview.ts';
import { totalInvoices, getInvoice, listInvoices } from './invoices.queries.ts';
import { exportedInvoices, invoiceExport } from './invoices.export.ts';

export const invoicesRoutes = implement(
  'invoices',
  invoices,
)({
  list: ({ db, user, input }) => listInvoices(db, user, input),
  total: ({ db, user, input }) => totalInvoices(db, user, input),
  export: async ({ db, user, input, language, reply }) =>
    sendExport(
      reply,
      input.format,
      async (cursor) =>
        exportedInvoices(db, await listInvoices(db, user, { ...input, pageSize: 500, cursor })),
      invoiceExport(language, await componentsInUse(db, input.filter.entityId)),
    ),
  basis: ({ db, user, input }) => invoiceBasis(db, user, input),
  open: ({ db, user, input }) => getInvoice(db, user, input.id),
  preview: ({ db, user, input }) => previewInvoice(db, user, input),
  create: ({ db, user, input }) => createDraft(db, user, input),
  edit: ({ db, user, input, version }) => editDraft(db, user, input, version),
  remove: async ({ db, user, input, version }) => {
    await removeDraft(db, user, input.id, version);
    return {};
  },
  issue: ({ db, user, input, version }) => issueInvoice(db, user, input, version),
  void: ({ db, user, input, version }) => voidInvoice(db, user, input, version),
  pdf: ({ db, user, input, reply }) => sendInvoicePdf(db, user, input.id, reply),
});
