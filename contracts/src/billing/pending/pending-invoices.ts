import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import {
  Amount,
  ById,
  MinorUnits,
  OwnId,
  PlainDate,
  Reference,
  Uuid,
  Version,
  optionalText,
  requiredText,
} from '../../fields.ts';
import { MoneyTotal, listQuery } from '../../lists.ts';
import { createEndpoint, editEndpoint, listEndpoints, openEndpoint } from '../../usual-endpoints.ts';
import { CurrencyCode } from '../../money/currency.ts';
import { FieldFaults, Invoice } from '../invoices/invoice-record.ts';

/** Where a pending item comes from. */
export const pendingSources = ['task', 'expense', 'package', 'manual', 'time'] as const;
export type PendingSource = (typeof pendingSources)[number];

export const pendingStatuses = ['open', 'held', 'invoiced', 'written_off'] as const;
export type PendingStatus = (typeof pendingStatuses)[number];

const absent = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? null);

export const PendingItem = z.object({
  id: Uuid,
  version: Version,
  client: Reference,
  /** The client's group. */
  group: Reference.nullable(),
  entity: Reference,
  /** A disbursement was paid in the client's name and is billed exactly as it was paid. */
  kind: z.enum(['fee', 'disbursement']),
  source: z.enum(pendingSources),
  /** For an item entered by hand: the receipt whose cheque bounced. */
  sourceId: Uuid.nullable(),
  service: Reference.nullable(),
  description: z.string(),
  /** The quantity in which the work was told, such as its hours; one if it was not. */
  qty: z.string(),
  currency: z.string(),
  /** The amount to bill, and the original price of the work. */
  amount: MinorUnits,
  originalAmount: MinorUnits,
  reason: z.string().nullable(),
  /** Why the item is on hold. */
  holdReason: z.string().nullable(),
  taxCode: Reference,
  readyOn: PlainDate,
  status: z.enum(pendingStatuses),
  invoiceId: Uuid.nullable(),
});
export type PendingItem = z.infer<typeof PendingItem>;

/** `waiting` sorts pending items first, then by `readyOn`; with a status filter, by `readyOn` only. */
export const PendingListQuery = listQuery(['waiting', 'readyOn', '-readyOn'], {
  status: z.enum(pendingStatuses),
  clientId: Uuid,
  groupId: Uuid,
  entityId: Uuid,
  currency: CurrencyCode,
});

/** The most lines of one invoice, and the most items billed in one call. */
export const mostLines = 100;
export const mostItems = 500;

export const Refused = z.object({ code: z.string(), message: z.string(), fields: FieldFaults });

/** Who is billed: the client of the work, or the payer of the client's group. */
export const billedBy = ['client', 'group'] as const;
export type BilledBy = (typeof billedBy)[number];

/** Why the work of a client in a group is not on the group's invoice. */
export const apartReasons = ['NO_PAYER', 'PAYER_UNSEEN', 'PAYER_INACTIVE'] as const;

/** One of the invoices that a plan would create. */
export const PlannedDraft = z.object({
  client: Reference,
  /** The clients whose work is billed, if they include anyone besides the billed client. */
  members: z.array(Reference),
  apart: z.enum(apartReasons).nullable(),
  entity: Reference,
  currency: z.string(),
  itemIds: z.array(Uuid),
  /** The descriptions of the items, in the order of `itemIds`. */
  descriptions: z.array(z.string()),
  dueDate: PlainDate,
  net: MinorUnits,
  tax: MinorUnits,
  payable: MinorUnits,
  /** Why no draft can be created from these items. */
  refused: Refused.nullable(),
  /** What must be corrected before the draft can be issued, by field. */
  beforeIssue: FieldFaults,
});
export type PlannedDraft = z.infer<typeof PlannedDraft>;

export const BillingPlan = z.object({
  drafts: z.array(PlannedDraft),
  /** Items that are no longer pending: billed, put on hold or written off meanwhile. */
  goneIds: z.array(Uuid),
});

/** `left` is the number of items that did not fit into this call. */
export const WorkPlan = BillingPlan.extend({ left: z.int() });

export const DraftResult = z.object({
  /** The requested id, or that of the draft if it was created. */
  id: Uuid,
  payable: MinorUnits.optional(),
  refused: Refused.optional(),
});
export type DraftResult = z.infer<typeof DraftResult>;

const any = { allow: 'pending_invoices' } as const;

export const pendingInvoices = {
  ...listEndpoints('/pending-invoices', 'pending_invoices', {
    query: PendingListQuery,
    row: PendingItem,
    total: MoneyTotal,
  }),
  open: openEndpoint('/pending-invoices', 'pending_invoices', PendingItem),
  /** Creates an item to bill that has no task. */
  create: createEndpoint('/pending-invoices', 'pending_invoices', {
    input: z.object({
      id: OwnId,
      clientId: Uuid,
      entityId: Uuid,
      serviceId: absent(Uuid),
      description: requiredText(1000),
      amount: Amount,
      taxCodeId: Uuid,
      readyOn: PlainDate,
    }),
    output: PendingItem,
  }),
  /** Changes the amount up or down. An amount that differs from the original needs a reason. */
  edit: editEndpoint('/pending-invoices', 'pending_invoices', {
    input: ById.extend({
      description: requiredText(1000),
      amount: Amount,
      reason: optionalText(500),
    }),
    output: PendingItem,
  }),
  /** Puts an item on hold, which needs a reason, or releases it. Items on hold are not proposed for billing. */
  hold: endpoint({
    ...any,
    method: 'POST',
    path: '/pending-invoices/:id/hold',
    versioned: true,
    input: ById.extend({ held: z.boolean(), reason: optionalText(500) }),
    output: PendingItem,
  }),
  writeOff: endpoint({
    ...any,
    method: 'POST',
    path: '/pending-invoices/:id/write-off',
    versioned: true,
    /**
     * The day on which a written-off disbursement becomes the firm's loss; today if absent
     * (docs/rules.md#effective-dates). Other items post nothing.
     */
    input: ById.extend({ reason: requiredText(500), date: absent(PlainDate) }),
    output: PendingItem,
  }),
  /**
   * Creates one draft from many items of one entity and currency. The items belong to one client, or to the group that a
   * client pays for. Also needs the permission for pending invoices.
   */
  draft: endpoint({
    method: 'POST',
    path: '/pending-invoices/draft',
    allow: 'invoices.add',
    input: z.object({
      id: OwnId,
      itemIds: z.array(Uuid).min(1).max(mostLines),
      issueDate: PlainDate,
      /** The billed client, if it is not the client of the work. */
      clientId: absent(Uuid),
    }),
    output: Invoice,
  }),
  /** What `drafts` would create: one invoice for each client or group, billing entity and currency. */
  plan: endpoint({
    method: 'POST',
    path: '/pending-invoices/plan',
    allow: 'invoices.add',
    reads: true,
    input: z.object({
      itemIds: z.array(Uuid).min(1).max(mostItems),
      issueDate: PlainDate,
      by: z.enum(billedBy).default('client'),
    }),
    output: BillingPlan,
  }),
  /** Like `plan`, for all open items of these clients or groups, each in one billing entity and currency. */
  planWork: endpoint({
    method: 'POST',
    path: '/pending-invoices/plan-work',
    allow: 'invoices.add',
    reads: true,
    input: z.object({
      work: z
        .array(
          z.strictObject({
            clientId: absent(Uuid),
            groupId: absent(Uuid),
            entityId: Uuid,
            currency: CurrencyCode,
          }),
        )
        .min(1)
        .max(100),
      issueDate: PlainDate,
      by: z.enum(billedBy).default('client'),
    }),
    output: WorkPlan,
  }),
  /** Creates many drafts, each with its own result. Also needs the permission for pending invoices. */
  drafts: endpoint({
    method: 'POST',
    path: '/pending-invoices/drafts',
    allow: 'invoices.add',
    input: z.object({
      issueDate: PlainDate,
      drafts: z
        .array(
          z.strictObject({ id: Uuid, itemIds: z.array(Uuid).min(1).max(mostLines), clientId: absent(Uuid) }),
        )
        .min(1)
        .max(100)
        .refine((drafts) => drafts.flatMap(({ itemIds }) => itemIds).length <= mostItems, 'TOO_BIG'),
    }),
    output: z.object({ results: z.array(DraftResult) }),
  }),
  /** Adds pending items of the same client, billing entity and currency to a draft. */
  append: endpoint({
    method: 'POST',
    path: '/invoices/:id/pending-items',
    allow: 'invoices.edit',
    versioned: true,
    input: ById.extend({ itemIds: z.array(Uuid).min(1).max(mostLines) }),
    output: Invoice,
  }),
  /** Creates the draft invoice of one finished task. */
  ofTask: endpoint({
    method: 'POST',
    path: '/tasks/:id/invoice',
    allow: 'tasks.generate_invoice',
    input: ById.extend({ issueDate: PlainDate }),
    output: z.object({ invoiceId: Uuid }),
  }),
};
