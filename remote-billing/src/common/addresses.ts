/** Where the billing screens and those they link to live. */
export const invoicesAddress = '/app/invoices';
export const addInvoiceAddress = '/app/invoices/add';
export const editInvoiceAddress = (id: string): string => `/app/invoices/edit/${id}`;
export const invoiceAddress = (id: string): string => `/app/invoices/view-invoice/${id}`;

export const receiptsAddress = '/app/receipts';
export const addReceiptAddress = '/app/receipts/add';
export const receiptAddress = (id: string): string => `/app/receipts/view-receipts/${id}`;

export const clientAddress = (id: string): string => `/app/view-client/${id}`;
export const taskAddress = (id: string): string => `/app/tasks/view-task/${id}`;

/** The ledger of one client, by entity and currency where they are known. */
export const ledgerAddress = (of: { clientId: string; entityId?: string; currency?: string }): string =>
  `/app/reports/client_ledgers?${new URLSearchParams(of).toString()}`;
