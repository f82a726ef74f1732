import { z } from 'zod';
import { endpoint, fileOutput } from '../endpoint.ts';
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
} from '../fields.ts';
import { ListTotal, exportFormat, listQuery, pageOf } from '../lists.ts';
import { CurrencyCode } from '../money/currency.ts';
import { Invoice } from './invoice-record.ts';

/** Where work that waits to be invoiced comes from (ruling 27: `time` for later). */
export const pendingSources = ['task', 'expense', 'package', 'manual', 'time'] as const;
export type PendingSource = (typeof pendingSources)[number];

export const pendingStates = ['open', 'held', 'invoiced', 'written_off'] as const;
export type PendingState = (typeof pendingStates)[number];

const absent = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? null);

export const PendingItem = z.object({
  id: Uuid,
  version: Version,
  client: Reference,
  entity: Reference,
  /** A disbursement was paid in the client's name, and is billed as it was paid. */
  kind: z.enum(['fee', 'disbursement']),
  source: z.enum(pendingSources),
  sourceId: Uuid.nullable(),
  service: Reference.nullable(),
  description: z.string(),
  currency: z.string(),
  /** What will be billed, and what the work was priced at. */
  amount: MinorUnits,
  originalAmount: MinorUnits,
  reason: z.string().nullable(),
  taxCode: Reference,
  readyOn: PlainDate,
  state: z.enum(pendingStates),
  invoiceId: Uuid.nullable(),
});
export type PendingItem = z.infer<typeof PendingItem>;

/** `waiting`: what still waits first, then by the day it was ready; under a filter by state, by that day alone. */
export const PendingListQuery = listQuery(['waiting', 'readyOn', '-readyOn'], {
  state: z.enum(pendingStates),
  clientId: Uuid,
  entityId: Uuid,
  currency: CurrencyCode,
});

const any = { allow: 'pending_invoices' } as const;

export const pendingInvoices = {
  list: endpoint({
    ...any,
    method: 'GET',
    path: '/pending-invoices',
    input: PendingListQuery,
    output: pageOf(PendingItem),
  }),
  total: endpoint({
    ...any,
    method: 'GET',
    path: '/pending-invoices/total',
    input: PendingListQuery,
    output: ListTotal,
  }),
  export: endpoint({
    ...any,
    method: 'GET',
    path: '/pending-invoices/export',
    file: true,
    input: PendingListQuery.extend({ format: exportFormat }),
    output: fileOutput,
  }),
  open: endpoint({ ...any, method: 'GET', path: '/pending-invoices/:id', input: ById, output: PendingItem }),
  /** Something to bill that no task stands for. */
  create: endpoint({
    ...any,
    method: 'POST',
    path: '/pending-invoices',
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
  edit: endpoint({
    ...any,
    method: 'PATCH',
    path: '/pending-invoices/:id',
    versioned: true,
    input: ById.extend({
      description: requiredText(1000),
      amount: Amount,
      reason: optionalText(500),
    }),
    output: PendingItem,
  }),
  /** Held ones are not offered for billing. */
  hold: endpoint({
    ...any,
    method: 'POST',
    path: '/pending-invoices/:id/hold',
    versioned: true,
    input: ById.extend({ held: z.boolean() }),
    output: PendingItem,
  }),
  writeOff: endpoint({
    ...any,
    method: 'POST',
    path: '/pending-invoices/:id/write-off',
    versioned: true,
    input: ById.extend({ reason: requiredText(500) }),
    output: PendingItem,
  }),
  /** Many items of one client, entity and currency into one draft; needs the key to pending invoices as well. */
  draft: endpoint({
    method: 'POST',
    path: '/pending-invoices/draft',
    allow: 'invoices.add',
    input: z.object({ id: OwnId, itemIds: z.array(Uuid).min(1).max(100), issueDate: PlainDate }),
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
