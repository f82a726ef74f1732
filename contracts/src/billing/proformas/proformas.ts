import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { fileOutput } from '../../file-output.ts';
import { ById, Instant, MinorUnits, PlainDate, Reference, Uuid } from '../../fields.ts';
import { ListTotal, listQuery, several } from '../../lists.ts';
import { listEndpoints, openEndpoint } from '../../usual-endpoints.ts';
import { CurrencyCode } from '../../money/currency.ts';
import { mailsOf } from '../invoices/invoice-mails.ts';
import { Invoice } from '../invoices/invoice-record.ts';

/** A proforma is expired after its last day, or if a later proforma of the same draft replaced it. */
export const proformaStatuses = ['issued', 'converted', 'expired'] as const;

export const ProformaRow = z.object({
  id: Uuid,
  number: z.string(),
  status: z.enum(proformaStatuses),
  client: Reference,
  entity: Reference,
  issueDate: PlainDate,
  validUntil: PlainDate,
  currency: z.string(),
  payable: MinorUnits,
  /** The draft or the invoice that it became, with the number as label. Null if the draft was deleted or is now for another client. */
  invoice: Reference.nullable(),
  sentAt: Instant.nullable(),
});
export type ProformaRow = z.infer<typeof ProformaRow>;

/** What the draft contained when the proforma was issued. */
export const ProformaContent = Invoice.pick({
  docLocale: true,
  serviceFrom: true,
  serviceTo: true,
  supplyDate: true,
  placeOfSupply: true,
  reverseCharge: true,
  poNo: true,
  pricesIncludeTax: true,
  listsHours: true,
  discountPct: true,
  discount: true,
  withholdingCode: true,
  withholdingRate: true,
  withheldBy: true,
  terms: true,
  notes: true,
  billTo: true,
  net: true,
  tax: true,
  rounding: true,
  total: true,
  prepaid: true,
  payable: true,
  withheldExpected: true,
  taxGroups: true,
  lines: true,
  adjustments: true,
}).extend({
  docKind: Invoice.shape.docKind.exclude(['opening_invoice']),
  supplier: Invoice.shape.supplier.unwrap(),
});
export type ProformaContent = z.infer<typeof ProformaContent>;

export const Proforma = ProformaContent.extend(ProformaRow.shape).extend({
  /** Whether the client is erased: it takes nothing new. */
  clientErased: z.boolean(),
  /** The last day of validity: `validUntil`, or an earlier day. */
  endsOn: PlainDate,
  convertedAt: Instant.nullable(),
  /** The void invoice that the proforma had been converted to. */
  voidedInvoice: Reference.nullable(),
  /** Whether another draft may become the invoice: the proforma is valid and has no invoice. */
  mayInvoiceAgain: z.boolean(),
});
export type Proforma = z.infer<typeof Proforma>;

const ProformaListQuery = listQuery(['-issueDate', 'issueDate', 'validUntil', '-validUntil'], {
  status: several(z.enum(proformaStatuses)),
  clientId: Uuid,
  entityId: Uuid,
  invoiceId: Uuid,
  currency: CurrencyCode,
  from: PlainDate,
  to: PlainDate,
});

const view = { method: 'GET', allow: 'invoices.view' } as const;

export const proformas = {
  ...listEndpoints('/proformas', 'invoices.view', {
    query: ProformaListQuery,
    row: ProformaRow,
    total: ListTotal,
  }),
  open: openEndpoint('/proformas', 'invoices.view', Proforma),
  pdf: endpoint({ ...view, path: '/proformas/:id/pdf', file: true, input: ById, output: fileOutput }),
  /** Issues a proforma of the draft as it is now; an earlier proforma of the draft ends. */
  issue: endpoint({
    method: 'POST',
    path: '/invoices/:id/proforma',
    allow: 'invoices.add',
    versioned: true,
    input: ById.extend({ validUntil: PlainDate }),
    output: Proforma,
  }),
};

export const proformaMails = mailsOf('/proformas', 'invoices.view', 'invoices.edit');
