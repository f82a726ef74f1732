import type { Invoice } from '@daybook/contracts/billing/invoices/invoice-record';
import { proformas } from '@daybook/contracts/billing/proformas/proformas';
import type { Proforma } from '@daybook/contracts/billing/proformas/proformas';
import type { Caller, TestApi } from '../test-api.ts';
import type { BillingDesk } from './billing-desk.ts';

export const validUntil = '2199-12-31';

export interface Proposed {
  draft: Invoice;
  proforma: Proforma;
}

export const letter = (id: string, nth = 1) => ({
  id,
  nth,
  sentTo: ['ben@acme.test'],
  subject: 'Your proforma',
  body: 'Dear Ben,\n\nhere it is.',
});

/** What a desk makes of its drafts before they are invoices. */
export function proformasAt(api: TestApi, admin: Caller, desk: BillingDesk) {
  const issue = (draft: Pick<Invoice, 'id' | 'version'>, until = validUntil) =>
    admin.call(proformas.issue, { id: draft.id, validUntil: until }, draft);
  return {
    issue,
    /** Draft and proforma of 120.00. */
    made: async (): Promise<Proposed> => {
      const draft = await desk.draft(12_000, { notes: 'By courier', poNo: 'PO-7' });
      return { draft, proforma: await issue(draft) };
    },
    /** As if its days had gone by: they are the calendar's, and nobody's to change. */
    lapse: async (id: string): Promise<void> => {
      await api.ownerPool.query('alter table proforma disable trigger user');
      await api.ownerPool.query(
        `update proforma set issue_date = '2026-01-01', valid_until = '2026-01-31', ends_on = '2026-01-31' where id = $1`,
        [id],
      );
      await api.ownerPool.query('alter table proforma enable trigger user');
    },
  };
}
