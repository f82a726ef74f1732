import type { InputOf } from '@daybook/contracts/endpoint';
import type { Invoice, invoices } from '@daybook/contracts/billing/invoices';

/** The editor's fields. */
export type DraftValues = InputOf<typeof invoices.create>;
export type LineValues = DraftValues['lines'][number];

/** A saved draft as the editor's fields. */
export const valuesOf = (invoice: Invoice) => ({
  entityId: invoice.entity.id,
  clientId: invoice.client.id,
  issueDate: invoice.issueDate,
  dueDate: invoice.dueDate,
  serviceFrom: invoice.serviceFrom,
  serviceTo: invoice.serviceTo,
  supplyDate: invoice.supplyDate,
  currency: invoice.currency,
  fxRate: invoice.fxRate,
  docLocale: invoice.docLocale,
  placeOfSupply: invoice.placeOfSupply,
  reverseCharge: invoice.reverseCharge,
  poNo: invoice.poNo,
  pricesIncludeTax: invoice.pricesIncludeTax,
  discountPct: invoice.discountPct,
  discount: invoice.discount,
  prepaid: invoice.prepaid,
  withholdingRate: invoice.withholdingRate,
  terms: invoice.terms,
  notes: invoice.notes,
  lines: invoice.lines.map((line) => ({
    kind: line.kind,
    description: line.description,
    serviceId: line.service?.id ?? null,
    sacHsn: line.sacHsn,
    qty: line.qty,
    unit: line.unit,
    unitPrice: line.unitPrice,
    baseQty: line.baseQty,
    discountPct: line.discountPct,
    discount: line.discount,
    charge: line.charge,
    taxCodeId: line.taxCode.id,
    pendingItemId: line.pendingItemId,
  })),
  adjustments: invoice.adjustments.map(({ kind, reason, amount, taxCode }) => ({
    kind,
    reason,
    amount,
    taxCodeId: taxCode.id,
  })),
});

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
