import { anyOf, endpoint } from '../../endpoint.ts';
import { ById, requiredText } from '../../fields.ts';
import { Invoice } from './invoice-record.ts';

/** A draft waits for another person's yes; an edit of it begins anew. */
export const invoiceApprovals = {
  ask: endpoint({
    method: 'POST',
    path: '/invoices/:id/ask-approval',
    allow: anyOf('invoices.add', 'invoices.edit'),
    versioned: true,
    input: ById,
    output: Invoice,
  }),
  /** Not by who wrote it, changed it last or asked. */
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
