import { draftOf } from '@daybook/contracts/billing/invoices/invoice-draft';
import type { Invoice } from '@daybook/contracts/billing/invoices/invoice-record';
import type { Proforma } from '@daybook/contracts/billing/proformas/proformas';
import type { DraftValues } from './draft-values.ts';

const dueAfter = (today: string, { issueDate, dueDate }: Pick<Invoice, 'issueDate' | 'dueDate'>): string =>
  new Date(Date.parse(today) + Date.parse(dueDate) - Date.parse(issueDate)).toISOString().slice(0, 10);

/** A copy as of today, without the payments, dates of service, pending items and exchange rate of the original. */
export function copyOf(invoice: Invoice, today: string): Partial<DraftValues> {
  const { lines, ...draft } = draftOf(invoice);
  return {
    ...draft,
    issueDate: today,
    dueDate: dueAfter(today, invoice),
    serviceFrom: null,
    serviceTo: null,
    supplyDate: null,
    fxRate: null,
    prepaid: 0,
    advances: [],
    lines: lines.map((line) => ({ ...line, pendingItemId: null })),
  };
}

/** An invoice as of today with the content of a proforma, including its pending items. The due date follows from the entity and the client. */
export function invoiceOf(proforma: Proforma, today: string): Partial<DraftValues> {
  const { dueDate: _dueDate, ...draft } = draftOf({
    ...proforma,
    dueDate: '',
    fxRate: null,
    advances: [],
  });
  return { ...draft, issueDate: today };
}
