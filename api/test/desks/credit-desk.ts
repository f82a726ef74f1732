import { creditNotes } from '@daybook/contracts/billing/credit-notes/credit-notes';
import type { CreditNote } from '@daybook/contracts/billing/credit-notes/credit-note-record';
import type { Invoice } from '@daybook/contracts/billing/invoices/invoice-record';
import type { InputOf } from '@daybook/contracts/endpoint';
import type { Caller } from '../test-api.ts';
import type { BillingDesk } from './billing-desk.ts';

type Draft = InputOf<typeof creditNotes.create>;

/** A draft that credits these amounts of the invoices' first lines. */
export const creditOf = (
  { entityId, clientId }: Pick<BillingDesk, 'entityId' | 'clientId'>,
  parts: readonly (readonly [invoice: Invoice, amount: number])[],
  more: Partial<Draft> = {},
): Draft => ({
  entityId,
  clientId,
  currency: parts[0]?.[0].currency ?? 'EUR',
  issueDate: '2026-04-05',
  docLocale: 'en',
  reasonCode: 'correction',
  lines: parts.map(([invoice, amount]) => ({ invoiceLineId: invoice.lines[0]?.id ?? '', amount })),
  ...more,
});

/** Made and issued at once, applied to nothing unless told. */
export async function issuedCredit(
  caller: Caller,
  draft: Draft,
  allocations: { invoiceId: string; amount: number }[] = [],
): Promise<CreditNote> {
  const { id, version } = await caller.call(creditNotes.create, draft);
  return caller.call(creditNotes.issue, { id, allocations }, { version });
}
