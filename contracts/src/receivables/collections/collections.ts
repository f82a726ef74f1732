import { z } from 'zod';
import { asReports, endpoint } from '../../endpoint.ts';
import { fileOutput } from '../../file-output.ts';
import { MinorUnits, PlainDate, Reference, Uuid } from '../../fields.ts';
import { ListTotal, listQuery } from '../../lists.ts';
import { CurrencyCode } from '../../money/currency.ts';
import { listEndpoints } from '../../usual-endpoints.ts';
import { shownReceiptModes } from '../../billing/receipts/receipts.ts';
import { timeGroupings } from './periods.ts';

export const collectionGroupings = [
  ...timeGroupings,
  'mode',
  'bank_account',
  'entity',
  'client',
  'group',
  'crm',
  'manager',
  'service',
  'department',
  'received_by',
] as const;
export type CollectionGrouping = (typeof collectionGroupings)[number];

/**
 * Rows for money without a record: `none` has none. By service and department, `opening` is money that settled invoices
 * from before Daybook, `unallocated` and `refunded` settled none.
 */
export const withoutRecord = ['none', 'opening', 'unallocated', 'refunded'] as const;
const Keyed = z.union([Uuid, z.enum(withoutRecord)]);

/**
 * What was collected. `gross` settles invoices: it is `withheld` + `bankCharge` + `net`, and also `allocated` +
 * `refunded` + `unallocated`. Reversals count as negative amounts on their own date.
 */
export const CollectedFigures = z.object({
  gross: MinorUnits,
  withheld: MinorUnits,
  bankCharge: MinorUnits,
  /** What reached bank or cash. */
  net: MinorUnits,
  allocated: MinorUnits,
  unallocated: MinorUnits,
  refunded: MinorUnits,
});
export type CollectedFigures = z.infer<typeof CollectedFigures>;

/** The same period before. */
const Before = z.object({ gross: MinorUnits, net: MinorUnits });

const CollectionKey = z.object({
  by: z.enum(collectionGroupings),
  /** The id of a record, a payment method, the first day of a day, week or month, or one of `withoutRecord`. */
  id: z.string(),
  /** The name of a record; empty for any other key. */
  label: z.string(),
});
export type CollectionKey = z.infer<typeof CollectionKey>;

export const CollectionRow = z.object({
  id: z.string(),
  currency: z.string(),
  /** One or two levels. */
  keys: z.array(CollectionKey),
  /** The number of receipts and reversals. */
  receipts: z.int(),
  ...CollectedFigures.shape,
  /** Null where rows are days, weeks, months, services or departments, and for a period of many years. */
  before: Before.nullable(),
});
export type CollectionRow = z.infer<typeof CollectionRow>;

/** What both lists are filtered by. Without a period, the current month to date. */
const collectionFilter = {
  from: PlainDate,
  to: PlainDate,
  /**
   * Allocations and refunds as known at the end of the period, instead of today: money of March that was allocated in
   * April is then not allocated in March.
   */
  state: z.enum(['period_end']),
  currency: CurrencyCode,
  entityId: Uuid,
  /** Who paid: client, group, relationship manager and manager are those of the payer. */
  clientId: Uuid,
  groupId: Keyed,
  crmId: Keyed,
  managerId: Keyed,
  mode: z.enum(shownReceiptModes),
  bankAccountId: Keyed,
  receivedById: Keyed,
  /** What was settled: only the share of each receipt that settles lines of this service or department. */
  serviceId: Keyed,
  departmentId: Keyed,
};

export const CollectionQuery = listQuery(['key', '-key', '-gross', 'gross'], {
  ...collectionFilter,
  by: z.enum(collectionGroupings),
  thenBy: z.enum(collectionGroupings),
});

/** The bank accounts to filter by. */
const offered = { bankAccounts: z.array(Reference) };

/** The totals of each currency; amounts in different currencies are never added up. */
export const CollectionTotal = ListTotal.extend({
  ...offered,
  period: z.object({ from: PlainDate, to: PlainDate }),
  periodBefore: z.object({ from: PlainDate, to: PlainDate }).nullable(),
  currencies: z.array(
    z.object({
      currency: z.string(),
      receipts: z.int(),
      ...CollectedFigures.shape,
      before: Before.nullable(),
      /**
       * Credit notes refunded in the period, less refunds that were taken back. They are not in `gross`. Null if the
       * report is filtered by something that they do not have.
       */
      creditNotesRefunded: MinorUnits.nullable(),
    }),
  ),
});
export type CollectionTotal = z.infer<typeof CollectionTotal>;

/** A receipt on its date, or its reversal. */
export const CollectedReceipt = z.object({
  /** Unique in the list: a reversed receipt occurs twice. */
  id: z.string(),
  receipt: Reference,
  date: PlainDate,
  isReversal: z.boolean(),
  client: Reference,
  entity: Reference,
  mode: z.enum(shownReceiptModes),
  reference: z.string().nullable(),
  currency: z.string(),
  ...CollectedFigures.shape,
});
export type CollectedReceipt = z.infer<typeof CollectedReceipt>;

const allow = 'reports.collection_report';

/** A receipt counts on its date, its reversal on the day it was reversed (docs/rules.md#collections). */
export const collections = asReports({
  ...listEndpoints('/collection-report', allow, {
    query: CollectionQuery,
    row: CollectionRow,
    total: CollectionTotal,
  }),
  /** The first level for a chart, in one currency: `currency`, or the one with the most money. */
  chart: endpoint({
    method: 'GET',
    path: '/collection-report/chart',
    allow,
    input: CollectionQuery.omit({ cursor: true, pageSize: true, sort: true }),
    output: z.object({
      currency: z.string().nullable(),
      bars: z.array(z.object({ key: CollectionKey, gross: MinorUnits, net: MinorUnits })),
      /** The groups that have no bar, because there are many. */
      more: z.int(),
    }),
  }),
  pdf: endpoint({
    method: 'GET',
    path: '/collection-report/pdf',
    allow,
    file: true,
    recorded: true,
    input: CollectionQuery.omit({ cursor: true, pageSize: true }),
    output: fileOutput,
  }),
});

/** The receipts behind the figures of the report. */
export const collectedReceipts = asReports(
  listEndpoints('/collection-report/receipts', allow, {
    query: listQuery(['-date', 'date'], collectionFilter),
    row: CollectedReceipt,
    total: ListTotal.extend(offered),
  }),
);
