import type { Invoice } from './invoice-record.ts';

type Drafted = Pick<
  Invoice,
  | 'entity'
  | 'client'
  | 'issueDate'
  | 'dueDate'
  | 'serviceFrom'
  | 'serviceTo'
  | 'supplyDate'
  | 'currency'
  | 'fxRate'
  | 'docLocale'
  | 'placeOfSupply'
  | 'reverseCharge'
  | 'poNo'
  | 'pricesIncludeTax'
  | 'listsHours'
  | 'discountPct'
  | 'discount'
  | 'prepaid'
  | 'advances'
  | 'withholdingCode'
  | 'withholdingRate'
  | 'terms'
  | 'notes'
  | 'lines'
  | 'adjustments'
>;

/** The input from which a stored invoice was made: the form opens with it, and the server can compute the invoice from it again. */
export const draftOf = (invoice: Drafted) => ({
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
  listsHours: invoice.listsHours,
  discountPct: invoice.discountPct,
  discount: invoice.discount,
  prepaid: invoice.prepaid,
  advances: invoice.advances,
  withholdingCodeId: invoice.withholdingCode?.id ?? null,
  withholdingRate: invoice.withholdingRate,
  terms: invoice.terms,
  notes: invoice.notes,
  lines: invoice.lines.map(({ service, ownDepartment, taxCode, ...line }) => ({
    kind: line.kind,
    description: line.description,
    serviceId: service?.id ?? null,
    departmentId: ownDepartment?.id ?? null,
    sacHsn: line.sacHsn,
    qty: line.qty,
    unit: line.unit,
    unitPrice: line.unitPrice,
    baseQty: line.baseQty,
    discountPct: line.discountPct,
    discount: line.discount,
    charge: line.charge,
    taxCodeId: taxCode.id,
    pendingItemId: line.pendingItemId,
  })),
  adjustments: invoice.adjustments.map(({ kind, reason, amount, taxCode }) => ({
    kind,
    reason,
    amount,
    taxCodeId: taxCode.id,
  })),
});
