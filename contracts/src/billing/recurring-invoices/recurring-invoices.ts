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
import { SubscriptionOfSeries, mostMissed, seriesFields, withTokens } from '../../recurrence/series.ts';
import { pauseReasons, seriesStatuses } from '../../recurrence/series-status.ts';
import { Upcoming, seriesSteps } from '../../recurrence/series-steps.ts';
import { InvoiceLineInput, invoiceFields } from '../invoices/invoice-input.ts';
import { Credit } from '../documents/credit-limit.ts';
import { FieldFaults, InvoicePreview } from '../invoices/invoice-record.ts';

/** What happens with the invoice of a period: it stays a draft, is issued, or is issued and mailed. */
export const recurringModes = ['draft', 'issue', 'issue_send'] as const;
export type RecurringMode = (typeof recurringModes)[number];

/** The permissions that a person needs to let a series do these steps. */
export const keysOfMode = {
  draft: [],
  issue: ['invoices.add'],
  issue_send: ['invoices.add', 'invoices.edit'],
} as const satisfies Record<RecurringMode, readonly Permission[]>;

/** The price for periods that begin on or after `validFrom`, until the next price. */
const DatedPrice = z.strictObject({ validFrom: PlainDate, unitPrice: UnitPrice });

const oneOfEachDay = (prices: readonly { validFrom: string }[]) =>
  new Set(prices.map(({ validFrom }) => validFrom)).size === prices.length;

export const RecurringLineInput = z.strictObject({
  /** May contain period tokens: "Bookkeeping {month}". */
  description: withTokens(1000),
  serviceId: InvoiceLineInput.shape.serviceId,
  sacHsn: InvoiceLineInput.shape.sacHsn,
  qty: Quantity,
  unit: InvoiceLineInput.shape.unit,
  discountPct: InvoiceLineInput.shape.discountPct,
  taxCodeId: Uuid,
  /** The price rises by this percentage with each whole year that it is in force. */
  upliftPct: Percentage.default('0'),
  prices: z.array(DatedPrice).min(1).max(50).refine(oneOfEachDay, 'PRICE_TWICE'),
});
export type RecurringLineInput = z.output<typeof RecurringLineInput>;

/** The terms of every invoice of the series. The rule's `periodOffset` sets how the series is billed: 0 is prepaid, -1 is postpaid. */
const termFields = {
  entityId: Uuid,
  mode: z.enum(recurringModes).default('draft'),
  currency: CurrencyCode,
  docLocale: LanguageCode,
  /** The client's payment terms if absent. */
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
  /** After downtime, `ask` creates one missed invoice and asks about the others; `all` creates up to 24. */
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
  /** The day on which the next invoice is created; null if there is none. */
  nextOn: PlainDate.nullable(),
  currency: z.string(),
  /** The sum of the lines of the next invoice: without tax, unless the prices include it. */
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
  /** The period of the next invoice. */
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
  /** The series that this series continues, and the series that continues it. */
  predecessor: Reference.nullable(),
  successor: Reference.nullable(),
  subscription: SubscriptionOfSeries.nullable(),
  /** Whether the series has a run, whatever its outcome. Its first day can then no longer change. */
  hasRun: z.boolean(),
  /** Whether the series has created an invoice. It can then be cancelled but not deleted. */
  hasMade: z.boolean(),
  /** The nominal day up to which every day is settled. */
  doneThrough: PlainDate,
  failCount: z.int(),
  createdAt: Instant,
});
export type RecurringInvoice = z.infer<typeof RecurringInvoice>;

/** What keeps the invoices of a series from being sent automatically. */
export const recurringWarnings = [
  'ADDRESSEE_MISSING',
  'ADDRESS_REFUSED',
  'MAIL_NOT_SET_UP',
  'APPROVAL_NEEDED',
  'RATE_MISSING',
] as const;

/** A preview of the invoice of one nominal day, with the tax rates known for its issue date. */
const PreviewedInvoice = Upcoming.extend(
  InvoicePreview.omit({ nextNumber: true, warnings: true, refusals: true, creditExceeded: true }).shape,
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
  /** The number of missed days before those listed. */
  missedBefore: z.int(),
  warnings: z.array(z.enum(recurringWarnings)),
  /** Set if the next invoice would exceed the client's credit limit. */
  creditExceeded: Credit.nullable(),
  /** Why the next invoice cannot be issued yet, by field. */
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
/** The filters of the list, for what is done with all that it finds. */
export const recurringListFilter = RecurringListQuery.shape.filter;

/** The group has no `view` permission: any of its permissions allows reading (docs/rules.md#reading-a-group). */
const read = anyOf('recurring_invoices.add', 'recurring_invoices.edit', 'recurring_invoices.delete');
const path = '/recurring-invoices';

/**
 * A person who lets a series issue invoices, or makes it issue one now, also needs `keysOfMode`: a series must not issue
 * what its editor may not issue. Refused as PERM_DENIED on `mode`. Later runs are the system's own.
 */
export const recurringInvoices = {
  ...listEndpoints(path, read, { query: RecurringListQuery, row: RecurringInvoiceRow, total: ListTotal }),
  open: openEndpoint(path, read, RecurringInvoice),
  /** The invoices that unsaved terms would create. */
  previewInvoices: endpoint({
    method: 'POST',
    path: `${path}/preview-invoices`,
    allow: read,
    reads: true,
    input: Fields,
    output: InvoicesPreview,
  }),
  /** The upcoming invoices of a series, and the invoices of its missed days. */
  upcomingInvoices: endpoint({
    method: 'GET',
    path: `${path}/:id/upcoming-invoices`,
    allow: read,
    input: ById,
    output: InvoicesPreview,
  }),
  /** `create` lists past days to invoice now, each for its own period. The other past days are recorded as not wanted. */
  create: createEndpoint(path, 'recurring_invoices.add', {
    input: z.object({ id: OwnId, ...fields, create: z.array(PlainDate).max(mostMissed).default([]) }),
    output: RecurringInvoice,
  }),
  /**
   * Issued invoices never change. Once the series has run, a new rule needs `from`: the series ends the day before, and
   * a new series continues with these terms from that day. The answer is the new series.
   */
  edit: editEndpoint(path, 'recurring_invoices.edit', {
    input: ById.extend(fields)
      .omit({ clientId: true })
      .extend({ from: PlainDate.nullish().transform((value) => value ?? null) }),
    output: RecurringInvoice,
  }),
  /** Deletes a series that has created nothing; others are cancelled. */
  remove: removeEndpoint(path, 'recurring_invoices.delete'),
  /** Creates the next invoice now, before its day. */
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
