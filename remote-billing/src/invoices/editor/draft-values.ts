import type { InputOf } from '@daybook/contracts/endpoint';
import type { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { today } from '@daybook/shared/today';

/** The editor's fields. */
export type DraftValues = InputOf<typeof invoices.create>;
export type LineValues = DraftValues['lines'][number];

/** The initial values of a new line. The schema refuses fields that stay empty. */
export const blankLine = (taxCodeId = ''): LineValues => ({
  kind: 'fee',
  description: '',
  qty: '1',
  unit: 'C62',
  unitPrice: '',
  baseQty: '1',
  taxCodeId,
});

/** The initial values of a new invoice. */
export type Begun = Partial<DraftValues>;

export const emptyInvoice = (): Begun => ({ issueDate: today(), lines: [blankLine()], adjustments: [] });

/** Whether anything was typed into a line beyond its initial values. */
export const isBegun = (line: Partial<LineValues>): boolean =>
  Boolean(line.description?.trim() || line.unitPrice || line.serviceId || line.pendingItemId);

/** Drops empty lines at the end: Enter after the last line adds one, and it is often left empty. */
export function withoutEmptyEnd(values: Record<string, unknown>): Record<string, unknown> {
  const lines = (values['lines'] ?? []) as Partial<LineValues>[];
  const last = lines.findLastIndex(isBegun);
  // The first line stays, so that an invoice without any line is refused there.
  return { ...values, lines: lines.slice(0, Math.max(last + 1, 1)) };
}
