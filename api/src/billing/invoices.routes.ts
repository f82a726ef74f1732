import { invoices } from '@daybook/contracts/billing/invoices';
import { implement } from '../http/implement.ts';
import { sendExport } from '../http/send-export.ts';
import { invoiceBasis } from './invoice-basis.ts';
import { createDraft, editDraft, removeDraft } from './invoice-drafts.ts';
import { issueInvoice, voidInvoice } from './invoice-issue.ts';
import { sendInvoicePdf } from './invoice-pdf.ts';
import { previewInvoice } from './invoice-preview.ts';
import { totalInvoices, getInvoice, listInvoices } from './invoices.queries.ts';

export const invoicesRoutes = implement(
  'invoices',
  invoices,
)({
  list: ({ db, user, input }) => listInvoices(db, user, input),
  total: ({ db, user, input }) => totalInvoices(db, user, input),
  export: ({ db, user, input, reply }) =>
    sendExport(
      reply,
      'invoices',
      input.format,
      (cursor) => listInvoices(db, user, { ...input, pageSize: 500, cursor }),
      [
        { header: 'Number', value: (row) => row.number },
        { header: 'Status', value: (row) => row.status },
        { header: 'Issue date', value: (row) => row.issueDate },
        { header: 'Due date', value: (row) => row.dueDate },
        { header: 'Client', value: (row) => row.client.label },
        { header: 'Billing entity', value: (row) => row.entity.label },
        { header: 'Payable', money: (row) => row.payable, currency: (row) => row.currency },
        { header: 'Outstanding', money: (row) => row.outstanding, currency: (row) => row.currency },
        { header: 'Currency', value: (row) => row.currency },
      ],
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
  issue: ({ db, user, input, version }) => issueInvoice(db, user, input.id, version),
  void: ({ db, user, input, version }) => voidInvoice(db, user, input, version),
  pdf: ({ db, user, input, reply }) => sendInvoicePdf(db, user, input.id, reply),
});
