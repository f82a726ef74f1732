import { z } from 'zod';
import { anyOf, endpoint } from '../../endpoint.ts';
import { ById, Instant, LanguageCode, MinorUnits, OwnId, PlainDate, Reference, Uuid } from '../../fields.ts';
import { optionalText } from '../../fields.ts';
import { ListTotal, listQuery } from '../../lists.ts';
import {
  createEndpoint,
  editEndpoint,
  listEndpoints,
  openEndpoint,
  removeEndpoint,
} from '../../usual-endpoints.ts';
import { CurrencyCode } from '../../money/currency.ts';
import { Percentage, Quantity, UnitPrice } from '../../money/decimal.ts';
import type { Permission } from '../../permissions.ts';
import { RecurrenceRule } from '../../recurrence/rule.ts';
import {
  mostMissed,
  pauseReasons,
  seriesFields,
  seriesStatuses,
  withTokens,
} from '../../recurrence/series.ts';
import { Upcoming, seriesSteps } from '../../recurrence/series-steps.ts';
import { InvoiceLineInput, invoiceFields } from '../invoices/invoice-input.ts';
import { FieldFaults, InvoicePreview } from '../invoices/invoice-record.ts';

/** What becomes of the invoice of a period: it waits as a draft, is issued, or is issued and goes out by mail. */
export const recurringModes = ['draft', 'issue', 'issue_send'] as const;
export type RecurringMode = (typeof recurringModes)[number];

/** What somebody needs to let a series do by itself what they would do by hand. */
export const keysOfMode = {
  draft: [],
  issue: ['invoices.add'],
  issue_send: ['invoices.add', 'invoices.edit'],
} as const satisfies Record<RecurringMode, readonly Permission[]>;

/** In force for periods that begin on `validFrom` or later, until the next one. */
const DatedPrice = z.strictObject({ validFrom: PlainDate, unitPrice: UnitPrice });

const oneOfEachDay = (prices: readonly { validFrom: string }[]) =>
  new Set(prices.map(({ validFrom }) => validFrom)).size === prices.length;

export const RecurringLineInput = z.strictObject({
  /** With tokens of the period: "Bookkeeping {month}". */
  description: withTokens(1000),
  serviceId: InvoiceLineInput.shape.serviceId,
  sacHsn: InvoiceLineInput.shape.sacHsn,
  qty: Quantity,
  unit: InvoiceLineInput.shape.unit,
  discountPct: InvoiceLineInput.shape.discountPct,
  taxCodeId: Uuid,
  /** With each whole year that a price is in force it grows by so much. */
  upliftPct: Percentage.default('0'),
  prices: z.array(DatedPrice).min(1).max(50).refine(oneOfEachDay, 'PRICE_TWICE'),
});
export type RecurringLineInput = z.output<typeof RecurringLineInput>;

/** What every invoice of the series says. The rule's `periodOffset` is how it is billed: 0 prepaid, -1 postpaid. */
const termFields = {
  entityId: Uuid,
  mode: z.enum(recurringModes).default('draft'),
  currency: CurrencyCode,
  docLocale: LanguageCode,
  /** The client's own when absent. */
  paymentTermsDays: z
    .int()
    .min(0)
    .max(365)
    .nullish()
    .transform((value) => value ?? null),
  placeOfSupply: invoiceFields.placeOfSupply,
  reverseCharge: invoiceFields.reverseCharge,
  poNo: invoiceFields.poNo,
  pricesIncludeTax: invoiceFields.pricesIncludeTax,
  discountPct: invoiceFields.discountPct,
  withholdingCodeId: invoiceFields.withholdingCodeId,
  withholdingRate: invoiceFields.withholdingRate,
  terms: optionalText(2000),
  notes: optionalText(2000),
  lines: z.array(RecurringLineInput).min(1).max(100),
};

const fields = {
  ...seriesFields,
  ...termFields,
  /** After a time without a server: `ask` makes one missed invoice and asks about more; `all` makes up to 24. */
  catchUp: z.enum(['ask', 'all']).default('ask'),
};
const Fields = z.object(fields);
export type RecurringFields = z.output<typeof Fields>;

export const RecurringInvoiceRow = z.object({
  id: Uuid,
  version: z.int(),
  title: z.string(),
  client: Reference,
  entity: Reference,
  mode: z.enum(recurringModes),
  rrule: z.string(),
  status: z.enum(seriesStatuses),
  pausedFor: z.enum(pauseReasons).nullable(),
  /** The day on which the next one is made; null while none is. */
  nextOn: PlainDate.nullable(),
  currency: z.string(),
  /** What its lines come to, as they are priced: without tax, unless the prices include it. */
  nextAmount: MinorUnits.nullable(),
  pricesIncludeTax: z.boolean(),
});
export type RecurringInvoiceRow = z.infer<typeof RecurringInvoiceRow>;

const RecurringLine = RecurringLineInput.omit({ serviceId: true, taxCodeId: true }).extend({
  service: Reference.nullable(),
  taxCode: Reference,
});

export const RecurringInvoice = RecurringInvoiceRow.extend({
  rule: RecurrenceRule,
  calendar: Reference.nullable(),
  /** What the next one is for: that of `nextOn`. */
  nextPeriod: z.object({ from: PlainDate, to: PlainDate }).nullable(),
  startsOn: PlainDate,
  ends: seriesFields.ends.unwrap(),
  endsOn: PlainDate.nullable(),
  endsAfter: z.int().nullable(),
  zone: z.string(),
  catchUp: z.enum(['ask', 'all']),
  statusReason: z.string().nullable(),
  docLocale: LanguageCode,
  paymentTermsDays: z.int().nullable(),
  placeOfSupply: z.string().nullable(),
  reverseCharge: z.boolean(),
  poNo: z.string().nullable(),
  discountPct: z.string().nullable(),
  withholdingCode: Reference.nullable(),
  withholdingRate: z.string().nullable(),
  terms: z.string().nullable(),
  notes: z.string().nullable(),
  lines: z.array(RecurringLine),
  /** The series that it goes on from, and the one that goes on from it. */
  predecessor: Reference.nullable(),
  successor: Reference.nullable(),
  /** Something of it was made, left out or failed: its first day stays. */
  hasRun: z.boolean(),
  /** An invoice was made: it is cancelled, no longer deleted. */
  hasMade: z.boolean(),
  /** The day of the rule to which everything is settled. */
  doneThrough: PlainDate,
  failCount: z.int(),
  createdAt: Instant,
});
export type RecurringInvoice = z.infer<typeof RecurringInvoice>;

/** What stands between a series and invoices that go out by themselves. */
export const recurringWarnings = [
  'ADDRESSEE_MISSING',
  'MAIL_NOT_SET_UP',
  'APPROVAL_NEEDED',
  'RATE_MISSING',
] as const;

/** The invoice of one day of the rule as it would be, with the tax rates that are known for the day it is made. */
const PreviewedInvoice = Upcoming.extend(
  InvoicePreview.omit({ nextNumber: true, warnings: true, refusals: true }).shape,
).extend({
  dueDate: PlainDate,
  lines: z.array(
    z.object({ description: z.string(), qty: z.string(), unitPrice: z.string(), amount: MinorUnits }),
  ),
});
export type PreviewedInvoice = z.infer<typeof PreviewedInvoice>;

export const InvoicesPreview = z.object({
  currency: z.string(),
  next: z.array(PreviewedInvoice),
  missed: z.array(PreviewedInvoice),
  /** So many were missed before those listed. */
  missedBefore: z.int(),
  warnings: z.array(z.enum(recurringWarnings)),
  /** Why the next one could not be issued as it is, on its fields. */
  refusals: FieldFaults,
});
export type InvoicesPreview = z.infer<typeof InvoicesPreview>;

const RecurringListQuery = listQuery(['title', '-title'], {
  status: z.enum(seriesStatuses),
  pausedFor: z.enum(pauseReasons),
  clientId: Uuid,
  entityId: Uuid,
  mode: z.enum(recurringModes),
});

/** A group without a `view` leaf: any of its leaves reads (docs/rules.md#reading-a-group). */
const read = anyOf('recurring_invoices.add', 'recurring_invoices.edit', 'recurring_invoices.delete');
const path = '/recurring-invoices';

/**
 * Who lets a series issue, or makes it issue now, needs `keysOfMode` besides: nobody issues by a series what they may not issue
 * by hand. What it makes on its days afterwards is the system's. Refused as PERM_DENIED on `mode`.
 */
export const recurringInvoices = {
  ...listEndpoints(path, read, { query: RecurringListQuery, row: RecurringInvoiceRow, total: ListTotal }),
  open: openEndpoint(path, read, RecurringInvoice),
  /** What terms that are not kept yet would make. */
  previewInvoices: endpoint({
    method: 'POST',
    path: `${path}/preview-invoices`,
    allow: read,
    reads: true,
    input: Fields,
    output: InvoicesPreview,
  }),
  /** What a series will make, and of what was missed what it would. */
  upcomingInvoices: endpoint({
    method: 'GET',
    path: `${path}/:id/upcoming-invoices`,
    allow: read,
    input: ById,
    output: InvoicesPreview,
  }),
  /** Of the days that have passed `create` is invoiced now, each for its own period; the rest is said to be unwanted. */
  create: createEndpoint(path, 'recurring_invoices.add', {
    input: z.object({ id: OwnId, ...fields, create: z.array(PlainDate).max(mostMissed).default([]) }),
    output: RecurringInvoice,
  }),
  /**
   * What was issued never changes. Once it has run, another rule needs `from`: the series ends the day before, and another one
   * goes on from that day with these terms, which is then answered.
   */
  edit: editEndpoint(path, 'recurring_invoices.edit', {
    input: ById.extend(fields)
      .omit({ clientId: true })
      .extend({ from: PlainDate.nullish().transform((value) => value ?? null) }),
    output: RecurringInvoice,
  }),
  /** Only one that has made nothing; others are cancelled. */
  remove: removeEndpoint(path, 'recurring_invoices.delete'),
  /** Makes the next one now, ahead of its day. */
  runNow: endpoint({
    method: 'POST',
    path: `${path}/:id/run-now`,
    allow: 'recurring_invoices.edit',
    versioned: true,
    input: ById,
    output: z.object({ version: z.int(), nominal: PlainDate }),
  }),
  ...seriesSteps(path, { read, edit: 'recurring_invoices.edit', remove: 'recurring_invoices.delete' }),
};
