import type { InvoiceMail } from '@daybook/contracts/billing/invoices/invoice-mails';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { mailsOf } from '../documents/document-mails.ts';
import type { MailedDocument } from '../documents/document-mails.ts';
import { getInvoice } from './invoices.queries.ts';

export const mailed = (id: string): MailedDocument => ({ kind: 'invoice', id });

/** The mails of an invoice, latest first. Refuses NOT_FOUND. */
export async function listMails(db: Db, user: CurrentUser, id: string): Promise<InvoiceMail[]> {
  await getInvoice(db, user, id);
  return mailsOf(db, mailed(id));
}
