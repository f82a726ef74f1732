import type { InvoiceMail } from '@daybook/contracts/billing/invoices/invoice-mails';
import type { CurrentUser } from '../../auth/current-user.ts';
import type { Db } from '../../db/database.ts';
import { mailsOf } from '../documents/document-mails.ts';
import type { MailedDocument } from '../documents/document-mails.ts';
import { getProforma } from './proformas.queries.ts';

export const mailed = (id: string): MailedDocument => ({ kind: 'proforma', id });

/** The mails of a proforma, latest first. Refuses NOT_FOUND. */
export async function listProformaMails(db: Db, user: CurrentUser, id: string): Promise<InvoiceMail[]> {
  await getProforma(db, user, id);
  return mailsOf(db, mailed(id));
}
