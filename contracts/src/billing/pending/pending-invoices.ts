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

/** Where work that waits to be invoiced comes from (`time` is for later). */
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
  /** A disbursement was paid in the client's name, and is billed as it was paid. */
  kind: z.enum(['fee', 'disbursement']),
  source: z.enum(pendingSources),
  /** Of what was entered by hand: the receipt whose cheque bounced. */
  sourceId: Uuid.nullable(),
  service: Reference.nullable(),
  description: z.string(),
  currency: z.string(),
  /** What will be billed, and what the work was priced at. */
  amount: MinorUnits,
  originalAmount: MinorUnits,
  reason: z.string().nullable(),
  /** Why it is held back. */
  holdReason: z.string().nullable(),
  taxCode: Reference,
  readyOn: PlainDate,
  status: z.enum(pendingStatuses),
  invoiceId: Uuid.nullable(),
});
export type PendingItem = z.infer<typeof PendingItem>;

/** `waiting`: what still waits first, then by the day it was ready; under a filter by status, by that day alone. */
export const PendingListQuery = listQuery(['waiting', 'readyOn', '-readyOn'], {
  status: z.enum(pendingStatuses),
  clientId: Uuid,
  groupId: Uuid,
  entityId: Uuid,
  currency: CurrencyCode,
});

/** Lines of one invoice, and items billed in one go. */
export const mostLines = 100;
export const mostItems = 500;

const Refused = z.object({ code: z.string(), message: z.string(), fields: FieldFaults });

/** Whom work is billed to: its own client, or who pays for that one's group. */
export const billedBy = ['client', 'group'] as const;
export type BilledBy = (typeof billedBy)[number];

/** Why the work of a client in a group is not on the group's invoice. */
export const apartReasons = ['NO_PAYER', 'PAYER_UNSEEN', 'PAYER_INACTIVE'] as const;

/** One invoice of many, before it is made. */
export const PlannedDraft = z.object({
  client: Reference,
  /** The clients the work was done for, when others than the one who is billed are among them. */
  members: z.array(Reference),
  apart: z.enum(apartReasons).nullable(),
  entity: Reference,
  currency: z.string(),
  itemIds: z.array(Uuid),
  /** What each item is called, in their order. */
  descriptions: z.array(z.string()),
  dueDate: PlainDate,
  net: MinorUnits,
  tax: MinorUnits,
  payable: MinorUnits,
  /** Why no draft can be made of these. */
  refused: Refused.nullable(),
  /** What will have to be mended before the draft can be issued, on its fields. */
  beforeIssue: FieldFaults,
});
export type PlannedDraft = z.infer<typeof PlannedDraft>;

export const BillingPlan = z.object({
  drafts: z.array(PlannedDraft),
  /** Items that no longer wait: billed, held back or written off meanwhile. */
  goneIds: z.array(Uuid),
});

/** Also how many items are left for another go. */
export const WorkPlan = BillingPlan.extend({ left: z.int() });

export const DraftResult = z.object({
  /** The id that was asked for; of the draft if there is one now. */
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
  /** Something to bill that no task stands for. */
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
  /** Writes it up or down; another amount than the original needs a reason. */
  edit: editEndpoint('/pending-invoices', 'pending_invoices', {
    input: ById.extend({
      description: requiredText(1000),
      amount: Amount,
      reason: optionalText(500),
    }),
    output: PendingItem,
  }),
  /** Held ones are not offered for billing; holding needs a reason. */
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
    /** The day on which what was laid out is the firm's loss; today when not said (docs/rules.md#effective-dates). Other work posts nothing. */
    input: ById.extend({ reason: requiredText(500), date: absent(PlainDate) }),
    output: PendingItem,
  }),
  /**
   * Many items of one client, or of the group that one pays for, of one entity and currency into one draft; needs the
   * key to pending invoices as well.
   */
  draft: endpoint({
    method: 'POST',
    path: '/pending-invoices/draft',
    allow: 'invoices.add',
    input: z.object({
      id: OwnId,
      itemIds: z.array(Uuid).min(1).max(mostLines),
      issueDate: PlainDate,
      /** Whom it is billed to, unless it is whom the work was done for. */
      clientId: absent(Uuid),
    }),
    output: Invoice,
  }),
  /** What `drafts` would make: one invoice for each client or group, billing entity and currency. */
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
  /** The same of all that is open of these clients or groups, each in one billing entity and currency. */
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
  /** Many drafts in one go, each answering for itself; needs the key to pending invoices as well. */
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
  /** More pending items of the same client, billing entity and currency onto a draft. */
  append: endpoint({
    method: 'POST',
    path: '/invoices/:id/pending-items',
    allow: 'invoices.edit',
    versioned: true,
    input: ById.extend({ itemIds: z.array(Uuid).min(1).max(mostLines) }),
    output: Invoice,
  }),
  /** The draft of one finished task. */
  ofTask: endpoint({
    method: 'POST',
    path: '/tasks/:id/invoice',
    allow: 'tasks.generate_invoice',
    input: ById.extend({ issueDate: PlainDate }),
    output: z.object({ invoiceId: Uuid }),
  }),
};
