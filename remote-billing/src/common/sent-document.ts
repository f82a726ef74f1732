import type { DocumentMails } from '@daybook/contracts/billing/invoices/invoice-mails';
import type { Invoice } from '@daybook/contracts/billing/invoices/invoice-record';

/** A document that can be sent by mail. All kinds have the same endpoints. */
export type SentDocument = Pick<Invoice, 'id' | 'number' | 'client'>;
export type Mails = DocumentMails;
