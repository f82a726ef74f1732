import { anyOf, endpoint } from '../../endpoint.ts';
import { ById, requiredText } from '../../fields.ts';
import { Invoice } from './invoice-record.ts';

/** Another person approves a draft before it is issued. An edit of the draft starts the approval again. */
export const invoiceApprovals = {
  ask: endpoint({
    method: 'POST',
    path: '/invoices/:id/ask-approval',
    allow: anyOf('invoices.add', 'invoices.edit'),
    versioned: true,
    input: ById,
    output: Invoice,
  }),
  /** Approves the draft. Refused to the person who wrote the draft, changed it last or asked for approval. */
  approve: endpoint({
    method: 'POST',
    path: '/invoices/:id/approve',
    allow: 'invoices.add',
    versioned: true,
    input: ById,
    output: Invoice,
  }),
  sendBack: endpoint({
    method: 'POST',
    path: '/invoices/:id/send-back',
    allow: 'invoices.add',
    versioned: true,
    input: ById.extend({ reason: requiredText(500) }),
    output: Invoice,
  }),
};
