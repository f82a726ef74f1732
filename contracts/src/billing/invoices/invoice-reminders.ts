import { endpoint } from '../../endpoint.ts';
import { ById } from '../../fields.ts';
import { reminderFields } from '../../reminders.ts';
import { Invoice } from './invoice-record.ts';

export const invoiceReminders = {
  /** The invoice's own flag, beside its client's; no edit of the document. */
  edit: endpoint({
    method: 'POST',
    path: '/invoices/:id/reminders',
    allow: 'invoices.edit',
    input: ById.extend(reminderFields),
    output: Invoice,
  }),
};
