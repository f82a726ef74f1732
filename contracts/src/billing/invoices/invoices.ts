import { z } from 'zod';
import { voidFields } from '../documents/void-fields.ts';
import { endpoint } from '../../endpoint.ts';
import { fileOutput } from '../../file-output.ts';
import { ById, OwnId, PlainDate, Uuid, optionalText } from '../../fields.ts';
import { MoneyTotal, listQuery, several } from '../../lists.ts';
import {
  createEndpoint,
  editEndpoint,
  listEndpoints,
  openEndpoint,
  removeEndpoint,
} from '../../usual-endpoints.ts';
import { reminderModes } from '../../reminders.ts';
import { CurrencyCode } from '../../money/currency.ts';
import { IndianState, invoiceFields } from './invoice-input.ts';
import { Invoice, InvoiceBasis, InvoicePreview, InvoiceRow, invoiceStatuses } from './invoice-record.ts';

export const InvoiceListQuery = listQuery(['-issueDate', 'issueDate', 'dueDate', '-dueDate'], {
  status: several(z.enum(invoiceStatuses)),
  clientId: Uuid,
  entityId: Uuid,
  currency: CurrencyCode,
  overdue: z.stringbool(),
  reminders: z.enum(reminderModes),
  from: PlainDate,
  to: PlainDate,
});

const view = { method: 'GET', allow: 'invoices.view' } as const;

export const invoices = {
  ...listEndpoints('/invoices', 'invoices.view', {
    query: InvoiceListQuery,
    row: InvoiceRow,
    total: MoneyTotal,
  }),
  basis: endpoint({
    method: 'GET',
    path: '/invoices/basis',
    allow: {
      anyOf: ['invoices.add', 'invoices.edit', 'recurring_invoices.add', 'recurring_invoices.edit'],
    },
    input: z.object({
      entityId: Uuid,
      clientId: Uuid,
      issueDate: PlainDate,
      placeOfSupply: IndianState.optional(),
    }),
    output: InvoiceBasis,
  }),
  open: openEndpoint('/invoices', 'invoices.view', Invoice),
  preview: endpoint({
    method: 'POST',
    path: '/invoices/preview',
    allow: { anyOf: ['invoices.add', 'invoices.edit'] },
    reads: true,
    input: z.object(invoiceFields),
    output: InvoicePreview,
  }),
  create: createEndpoint('/invoices', 'invoices.add', {
    input: z.object({
      id: OwnId,
      ...invoiceFields,
      /** A proforma whose invoice was voided: the new draft becomes its invoice. */
      proformaId: Uuid.optional(),
    }),
    output: Invoice,
  }),
  edit: editEndpoint('/invoices', 'invoices.edit', { input: ById.extend(invoiceFields), output: Invoice }),
  /** Removes a draft. The items that it billed are pending again. */
  remove: removeEndpoint('/invoices', 'invoices.delete'),
  /**
   * Numbers and posts the invoice, in one transaction. An admin who gives a reason may exceed a credit limit that the billing
   * entity otherwise enforces.
   */
  issue: endpoint({
    method: 'POST',
    path: '/invoices/:id/issue',
    allow: 'invoices.add',
    versioned: true,
    input: ById.extend({ creditLimitReason: optionalText(500) }),
    output: Invoice,
  }),
  /** Voids an invoice that nothing settles. It keeps its number, and its entry is reversed. */
  void: endpoint({
    method: 'POST',
    path: '/invoices/:id/void',
    allow: 'invoices.delete',
    versioned: true,
    input: ById.extend(voidFields),
    output: Invoice,
  }),
  pdf: endpoint({ ...view, path: '/invoices/:id/pdf', file: true, input: ById, output: fileOutput }),
};
