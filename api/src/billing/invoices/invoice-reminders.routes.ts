import { invoiceReminders } from '@daybook/contracts/billing/invoices/invoice-reminders';
import type { Invoice } from '@daybook/contracts/billing/invoices/invoice-record';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { Refusal } from '@daybook/contracts/refusals';
import { checkReminders } from '@daybook/contracts/reminders';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { implement } from '../../http/implement.ts';
import { getInvoice } from './invoices.queries.ts';

/** Refuses NOT_FOUND, STATE_NOT_ALLOWED for a void invoice, and REQUIRED on the last day of a pause. */
async function setReminders(
  db: Db,
  user: CurrentUser,
  { id, ...given }: ParsedInputOf<typeof invoiceReminders.edit>,
): Promise<Invoice> {
  const { status } = await getInvoice(db, user, id);
  if (status === 'void') throw new Refusal('STATE_NOT_ALLOWED', { from: 'void', to: given.reminders });
  await db.updateTable('invoiceState').set(checkReminders(given)).where('invoiceId', '=', id).execute();
  return getInvoice(db, user, id);
}

export const invoiceRemindersRoutes = implement(
  'invoice_reminders',
  invoiceReminders,
)({
  edit: ({ db, user, input }) => setReminders(db, user, input),
});
