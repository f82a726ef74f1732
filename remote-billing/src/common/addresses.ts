/** Where the billing screens and those they link to live. */
export const invoicesAddress = '/app/invoices';
export const addInvoiceAddress = '/app/invoices/add';
export const copyInvoiceAddress = (id: string): string => `/app/invoices/add?copy=${id}`;
export const editInvoiceAddress = (id: string): string => `/app/invoices/edit/${id}`;
export const invoiceAddress = (id: string): string => `/app/invoices/view-invoice/${id}`;

export const invoiceJobAddress = (id: string): string => `/app/invoices/jobs/${id}`;

export const recurringInvoicesAddress = '/app/recurring_invoices';
export const addRecurringInvoiceAddress = `${recurringInvoicesAddress}/add`;
/** Begins as an invoice that was made by hand. */
export const recurAddress = (invoiceId: string): string =>
  `${addRecurringInvoiceAddress}?invoice=${invoiceId}`;
export const recurringInvoiceAddress = (id: string): string => `${recurringInvoicesAddress}/edit/${id}`;
/** Its terms, to be changed. */
export const recurringTermsAddress = (id: string): string => `${recurringInvoiceAddress(id)}?terms`;

/** What of a client's waits to be invoiced, or did. */
export const waitingOf = (clientId: string): string => `/app/pending_invoices?filter[clientId]=${clientId}`;

export const proformaAddress = (id: string): string => `/app/proformas/view-proforma/${id}`;

export const receiptsAddress = '/app/receipts';
export const addReceiptAddress = '/app/receipts/add';
export const postdatedAddress = '/app/receipts/post_dated';
export const receiptAddress = (id: string): string => `/app/receipts/view-receipts/${id}`;

/** Spelt as the addresses that people know. */
export const creditNotesAddress = '/app/credit_nots';
export const addCreditNoteAddress = '/app/credit_nots/add';
export const editCreditNoteAddress = (id: string): string => `/app/credit_nots/edit/${id}`;
export const creditNoteAddress = (id: string): string => `/app/credit_nots/view-credit-note/${id}`;

/** An expense opens beside the list of them. */
export const expenseAddress = (id: string): string => `/app/expenses?expense=${id}`;

/** The record of what stands in a ledger or settles an invoice. */
export const documentAddress = (kind: 'invoice' | 'receipt' | 'credit_note', id: string): string =>
  ({ invoice: invoiceAddress, receipt: receiptAddress, credit_note: creditNoteAddress })[kind](id);

const journalAddress = '/app/reports/journal';
export const journalEntryAddress = (id: string): string => `${journalAddress}/${id}`;

export const clientAddress = (id: string): string => `/app/view-client/${id}`;
export const editClientAddress = (id: string): string => `/app/clients/edit/${id}`;
export const editEntityAddress = (id: string): string => `/app/settings/billing_entity/edit/${id}`;
export const taskAddress = (id: string): string => `/app/tasks/view-task/${id}`;

/** The ledger of one client, by entity and currency where they are known. */
export const ledgerAddress = (of: { clientId: string; entityId?: string; currency?: string }): string =>
  `/app/reports/client_ledgers?${new URLSearchParams(of).toString()}`;
