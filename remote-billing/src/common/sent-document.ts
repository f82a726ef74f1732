import type { invoiceMails } from '@daybook/contracts/billing/invoice-mails';
import type { Invoice } from '@daybook/contracts/billing/invoice-record';

/** What goes out by mail: an invoice, or a proforma, whose endpoints are alike. */
export type SentDocument = Pick<Invoice, 'id' | 'number' | 'client' | 'sentAt'>;
export type Mails = typeof invoiceMails;
