import { invoiceAttachments } from '@daybook/contracts/billing/documents/document-attachments';
import type { Invoice } from '@daybook/contracts/billing/invoices/invoice-record';
import { proformas } from '@daybook/contracts/billing/proformas/proformas';
import { addDays } from '@daybook/contracts/plain-date';
import type { Person } from './demo.ts';
import { paperOf } from './paper.ts';

/** Proformas bear the date on which they are issued, which is the server’s. */
const monthFromNow = (): string => addDays(new Date().toISOString().slice(0, 10), 30);

/** Issues a proforma for each draft, and a second one for the last, which also has a purchase order attached. */
export async function makeProformas(drafts: readonly { draft: Invoice; by: Person }[]): Promise<void> {
  const last = drafts.at(-1);
  for (const { draft, by } of last ? [...drafts, last] : []) {
    await by.call(proformas.issue, { id: draft.id, validUntil: monthFromNow() }, draft.version);
  }
  if (!last) return;
  const order = paperOf(['PURCHASE ORDER', '', `No. PO-${last.draft.issueDate}`]);
  await last.by.send(invoiceAttachments.attach, { id: last.draft.id, name: 'order.pdf' }, order);
}
