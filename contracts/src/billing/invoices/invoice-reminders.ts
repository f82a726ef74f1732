import { endpoint } from '../../endpoint.ts';
import { ById } from '../../fields.ts';
import { reminderFields } from '../../reminders.ts';
import { Invoice } from './invoice-record.ts';

export const invoiceReminders = {
  /** Sets the invoice's own reminder setting, which applies beside the client's. The document itself is not edited. */
  edit: endpoint({
    method: 'POST',
    path: '/invoices/:id/reminders',
    allow: 'invoices.edit',
    input: ById.extend(reminderFields),
    output: Invoice,
  }),
};
