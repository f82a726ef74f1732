import { invoiceAttachments } from '@daybook/contracts/billing/documents/document-attachments';
import type { Invoice } from '@daybook/contracts/billing/invoices/invoice-record';
import { proformas } from '@daybook/contracts/billing/proformas/proformas';
import { addDays } from '@daybook/contracts/plain-date';
import type { Person } from './demo.ts';
import { paperOf } from './paper.ts';

/** They are of the day they are issued on, which is the server's. */
const monthFromNow = (): string => addDays(new Date().toISOString().slice(0, 10), 30);

/** Gives each draft its proforma; the last one asked for another, with an order that came by post. */
export async function makeProformas(drafts: readonly { draft: Invoice; by: Person }[]): Promise<void> {
  const last = drafts.at(-1);
  for (const { draft, by } of last ? [...drafts, last] : []) {
    await by.call(proformas.issue, { id: draft.id, validUntil: monthFromNow() }, draft.version);
  }
  if (!last) return;
  const order = paperOf(['PURCHASE ORDER', '', `No. PO-${last.draft.issueDate}`]);
  await last.by.send(invoiceAttachments.attach, { id: last.draft.id, name: 'order.pdf' }, order);
}
