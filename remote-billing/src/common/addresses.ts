import { addPath, editPath, listPath, recordPath } from '@daybook/contracts/entities';
import type { StatementKind } from '@daybook/contracts/receivables/statements/statements';
import { queryOf } from '@daybook/shared/call';
import { listLink } from '@daybook/shared/list-link';

/** Addresses of the billing screens and of the screens that they link to. */
export const invoicesAddress = listPath('invoice');
export const addInvoiceAddress = addPath('invoice');
export const copyInvoiceAddress = (id: string): string => `${addInvoiceAddress}?copy=${id}`;
export const editInvoiceAddress = (id: string): string => editPath('invoice', id);
export const invoiceAddress = (id: string): string => recordPath('invoice', id);

export const invoiceJobAddress = (id: string): string => recordPath('invoice_job', id);

export const recurringInvoicesAddress = listPath('recurring_invoice');
export const addRecurringInvoiceAddress = addPath('recurring_invoice');
/** The form of a new series, filled from an invoice. */
export const recurAddress = (invoiceId: string): string =>
  `${addRecurringInvoiceAddress}?invoice=${invoiceId}`;
export const recurringInvoiceAddress = (id: string): string => recordPath('recurring_invoice', id);
export const priceRisesAddress = listPath('price_rise');
export const priceRiseAddress = (id: string): string => recordPath('price_rise', id);
/** The form that changes the terms of a series. */
export const recurringTermsAddress = (id: string): string => `${recurringInvoiceAddress(id)}?terms`;

/** The pending items of one client, whatever their status. */
export const waitingOf = (clientId: string): string =>
  `${listPath('pending_item')}?filter[clientId]=${clientId}`;

export const proformaAddress = (id: string): string => recordPath('proforma', id);

export const receiptsAddress = listPath('receipt');
export const addReceiptAddress = addPath('receipt');
export const postdatedAddress = listPath('postdated_cheque');
export const receiptAddress = (id: string): string => recordPath('receipt', id);

/** The entry of the withholding register. */
export const withheldAddress = (id: string): string => recordPath('withholding_entry', id);

export const creditNotesAddress = listPath('credit_note');
export const addCreditNoteAddress = addPath('credit_note');
export const editCreditNoteAddress = (id: string): string => editPath('credit_note', id);
export const creditNoteAddress = (id: string): string => recordPath('credit_note', id);

export const expenseAddress = (id: string): string => recordPath('expense', id);
export const staffVoucherAddress = (id: string): string => recordPath('staff_voucher', id);

/** The record behind a line of a ledger or a settlement of an invoice. */
export const documentAddress = (kind: 'invoice' | 'receipt' | 'credit_note', id: string): string =>
  recordPath(kind, id);

/** The imports of opening balances. */
export const openingImportsAddress = listPath('opening_import');
export const openingImportAddress = (id: string): string => recordPath('opening_import', id);

export const journalEntryAddress = (id: string): string => recordPath('journal_entry', id);

/** What a client would be reminded of. */
export const remindersAddress = (clientId: string): string => `${listPath('reminder')}?clientId=${clientId}`;

interface Meeting {
  q: string;
  filter: object;
}

const meeting = (path: string, of: Meeting & { wider?: string }): string => {
  const query = queryOf(of).toString();
  return `${path}${query && `?${query}`}`;
};

/** What the clients that meet a search and a filter of the worklist would be reminded of; `isWider` if these are more clients than the person saw. */
export const remindersMeetingAddress = ({ q, filter }: Meeting, isWider = false): string =>
  meeting(listPath('reminder'), { q, filter, ...(isWider && { wider: '1' }) });
/** The worklist with this search and filter. */
export const worklistMeetingAddress = ({ q, filter }: Meeting): string =>
  meeting(listPath('follow_up'), { q, filter });

export const followUpAddress = (clientId: string): string => recordPath('follow_up', clientId);
/** The history of a client, with the form that logs a contact open. */
export const logContactAddress = (clientId: string): string => `${followUpAddress(clientId)}?step=log`;
/** The form of a new receipt from this client. */
export const receiptForClientAddress = (clientId: string): string =>
  `${addReceiptAddress}?clientId=${clientId}`;

export const clientAddress = (id: string): string => recordPath('client', id);
export const editClientAddress = (id: string): string => editPath('client', id);
export const editEntityAddress = (id: string): string => recordPath('billing_entity', id);
export const taskAddress = (id: string): string => recordPath('task', id);

/** A ledger, narrowed to the entity, the currency and the days if they are known. */
interface LedgerTerms {
  entityId?: string;
  currency?: string;
  from?: string;
  asOf?: string;
  /** What its statement holds. */
  kind?: StatementKind;
}

const ledgerQuery = (of: object): string =>
  `${listPath('client_ledger')}?${new URLSearchParams({ ...of }).toString()}`;

export const ledgerAddress = (of: LedgerTerms & { clientId: string }): string => ledgerQuery(of);
export const groupLedgerAddress = (of: LedgerTerms & { groupId: string }): string => ledgerQuery(of);

/** The ledgers of all clients for the same days. */
export const allLedgersAddress = ({ from, asOf }: { from: string | null; asOf: string | null }): string =>
  listLink('client_ledger', { from: from ?? undefined, to: asOf ?? undefined });
