import type { InputOf } from '@daybook/contracts/endpoint';
import type { invoices } from '@daybook/contracts/billing/invoices/invoices';
import { today } from '@daybook/shared/today';

/** The editor's fields. */
export type DraftValues = InputOf<typeof invoices.create>;
export type LineValues = DraftValues['lines'][number];

/** What a new line starts with; the schema refuses what is left empty. */
export const blankLine = (taxCodeId = ''): LineValues => ({
  kind: 'fee',
  description: '',
  qty: '1',
  unit: 'C62',
  unitPrice: '',
  baseQty: '1',
  taxCodeId,
});

/** What stands in the form of a new invoice. */
export type Begun = Partial<DraftValues>;

export const emptyInvoice = (): Begun => ({ issueDate: today(), lines: [blankLine()], adjustments: [] });

/** Whether anything was typed in a line; a new one has only what it starts with. */
export const isBegun = (line: Partial<LineValues>): boolean =>
  Boolean(line.description?.trim() || line.unitPrice || line.serviceId || line.pendingItemId);

/** Enter after the last line begins another, which is often left empty: it is not part of the invoice. */
export function withoutEmptyEnd(values: Record<string, unknown>): Record<string, unknown> {
  const lines = (values['lines'] ?? []) as Partial<LineValues>[];
  const last = lines.findLastIndex(isBegun);
  // An invoice without any line is refused on its first.
  return { ...values, lines: lines.slice(0, Math.max(last + 1, 1)) };
}
