import { draftOf } from '@daybook/contracts/billing/invoices/invoice-draft';
import type { Invoice } from '@daybook/contracts/billing/invoices/invoice-record';
import type { Proforma } from '@daybook/contracts/billing/proformas/proformas';
import type { DraftValues } from './draft-values.ts';

const dueAfter = (today: string, { issueDate, dueDate }: Pick<Invoice, 'issueDate' | 'dueDate'>): string =>
  new Date(Date.parse(today) + Date.parse(dueDate) - Date.parse(issueDate)).toISOString().slice(0, 10);

/** The same once more, as of today: what was paid, delivered and done then is not so again, nor is the rate of then. */
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

/** What a proforma asked for, as of today: its work waits again, and who bills says when it is due. */
export function invoiceOf(proforma: Proforma, today: string): Partial<DraftValues> {
  const { dueDate: _dueDate, ...draft } = draftOf({ ...proforma, dueDate: '', fxRate: null, advances: [] });
  return { ...draft, issueDate: today };
}
