import type { DocumentMails } from '@daybook/contracts/billing/invoices/invoice-mails';
import type { Invoice } from '@daybook/contracts/billing/invoices/invoice-record';

/** What goes out by mail; the endpoints of all kinds are alike. */
export type SentDocument = Pick<Invoice, 'id' | 'number' | 'client'>;
export type Mails = DocumentMails;
