import { z } from 'zod';
import { endpoint, fileOutput } from '../../endpoint.ts';
import { ById, Instant, MinorUnits, PlainDate, Reference, Uuid } from '../../fields.ts';
import { ListTotal, listQuery, several } from '../../lists.ts';
import { listEndpoints, openEndpoint } from '../../usual-endpoints.ts';
import { CurrencyCode } from '../../money/currency.ts';
import { mailsOf } from '../invoices/invoice-mails.ts';
import { Invoice } from '../invoices/invoice-record.ts';

/** It is expired once its last day has passed, or another proforma of its draft took its place. */
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
  /** Its draft or what became of it, with the number as label; null when the draft is gone, or is for somebody else now. */
  invoice: Reference.nullable(),
  sentAt: Instant.nullable(),
});
export type ProformaRow = z.infer<typeof ProformaRow>;

/** What the draft said when the proforma was issued. */
export const ProformaContent = Invoice.pick({
  docLocale: true,
  serviceFrom: true,
  serviceTo: true,
  supplyDate: true,
  placeOfSupply: true,
  reverseCharge: true,
  poNo: true,
  pricesIncludeTax: true,
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
  /** The last day it stands: `validUntil`, or an earlier one. */
  endsOn: PlainDate,
  convertedAt: Instant.nullable(),
  /** What it was converted to before, and is void. */
  voidedInvoice: Reference.nullable(),
  /** It stands and has no invoice: another draft may become it. */
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
  /** Of a draft as it stands; an earlier one of it ends. */
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
