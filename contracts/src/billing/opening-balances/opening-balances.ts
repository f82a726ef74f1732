import { z } from 'zod';
import { endpoint, forAdmins } from '../../endpoint.ts';
import { ById, MinorUnits, PlainDate, Reference, Uuid, requiredText, text } from '../../fields.ts';
import { ListTotal, listQuery, pageOf } from '../../lists.ts';
import { FieldFaults } from '../invoices/invoice-record.ts';

/** The most rows of one import. An import is all or nothing, unless the caller leaves out invalid rows. */
export const mostOpeningRows = 2000;

/** An open document, money held for a client, or tax that a client withheld and that awaits its certificate. */
export const openingKinds = ['invoice', 'receipt', 'withheld'] as const;
export type OpeningKind = (typeof openingKinds)[number];

const cell = text(200).default('');

/**
 * A row of an import file, with dates such as 2026-03-31 and a decimal point. The client is given by code or by full
 * name. A row without a number is the client's whole debt; a negative amount is money held for the client. Only a row of
 * tax withheld names its kind, `withheld`, and may have a section; its date is the day of deduction.
 */
export const openingColumns = [
  'client',
  'number',
  'date',
  'dueDate',
  'currency',
  'amount',
  'fxRate',
  'kind',
  'section',
] as const;
export type OpeningColumn = (typeof openingColumns)[number];
export const OpeningInput = z.strictObject({
  client: cell,
  number: cell,
  date: cell,
  dueDate: cell,
  currency: cell,
  amount: cell,
  fxRate: cell,
  kind: cell,
  section: cell,
});
export type OpeningInput = z.infer<typeof OpeningInput>;

const figures = {
  kind: z.enum(openingKinds),
  number: z.string(),
  date: PlainDate,
  dueDate: PlainDate,
  currency: z.string(),
  amount: MinorUnits,
  fxRate: z.string(),
  /** The section of the law, of tax withheld. */
  section: z.string().nullable(),
};

/** What would happen to a row; `faults` are by column. */
export const ReadOpening = z.object({
  outcome: z.enum(['new', 'changed', 'same', 'wrong']),
  client: Reference.nullable(),
  /** Null if the row is invalid. */
  document: z.object(figures).nullable(),
  /** The record before the import, if the row would change it. */
  before: z.object(figures).nullable(),
  faults: FieldFaults,
});
export type ReadOpening = z.infer<typeof ReadOpening>;

export const OpeningDocument = z.object({
  id: Uuid,
  client: Reference,
  ...figures,
  /** Whether something settles the document, or a certificate or write-off takes up the tax. It can then no longer change. */
  isSettled: z.boolean(),
  isLocked: z.boolean(),
});
export type OpeningDocument = z.infer<typeof OpeningDocument>;

/** A billing entity and its cut-over date. */
export const OpeningEntity = z.object({
  entity: Reference,
  baseCurrency: z.string(),
  today: PlainDate,
  cutOverOn: PlainDate.nullable(),
  /** Whether there are opening documents. While there are, the cut-over date cannot change. */
  hasDocuments: z.boolean(),
});
export type OpeningEntity = z.infer<typeof OpeningEntity>;

const OpeningListQuery = listQuery(['client', '-client'], { entityId: Uuid, clientId: Uuid }).omit({
  q: true,
});

const rows = z.array(OpeningInput).min(1).max(mostOpeningRows);
const any = { allow: 'clients.import' } as const;

/** What clients owed, had paid in advance and had withheld on the cut-over date. */
export const openingBalances = {
  entities: endpoint({
    ...any,
    method: 'GET',
    path: '/opening-balances/entities',
    input: z.object({}),
    output: z.object({ rows: z.array(OpeningEntity) }),
  }),
  /** Sets the cut-over date; the id is the billing entity's. A null date removes the cut-over date while there are no opening documents. */
  cutOver: endpoint({
    method: 'POST',
    path: '/opening-balances/entities/:id/cut-over',
    allow: 'billing_entity.edit',
    input: ById.extend({ cutOverOn: PlainDate.nullable() }),
    output: OpeningEntity,
  }),
  list: endpoint({
    ...any,
    method: 'GET',
    path: '/opening-balances',
    input: OpeningListQuery,
    output: pageOf(OpeningDocument),
  }),
  total: endpoint({
    ...any,
    method: 'GET',
    path: '/opening-balances/total',
    input: OpeningListQuery,
    output: ListTotal,
  }),
  /** What `bring` would do with each row. */
  preview: endpoint({
    ...any,
    method: 'POST',
    path: '/opening-balances/preview',
    reads: true,
    input: z.object({ entityId: Uuid, rows }),
    output: z.object({ rows: z.array(ReadOpening) }),
  }),
  /**
   * Imports rows in one transaction. A row is identified by client and old number, and tax withheld has numbers of its own. An unchanged record stays; a changed
   * one is reversed and posted again. With `onlyValid`, invalid rows are left out; otherwise one invalid row refuses the
   * whole import.
   */
  bring: endpoint({
    ...any,
    method: 'POST',
    path: '/opening-balances',
    input: z.object({ entityId: Uuid, rows, onlyValid: z.boolean().default(false) }),
    output: z.object({ created: z.int(), changed: z.int(), same: z.int(), left: z.int() }),
  }),
  /** Reverses, on the cut-over date, an opening document that nothing settles or proves. */
  takeBack: endpoint({
    ...any,
    method: 'POST',
    path: '/opening-balances/:id/take-back',
    input: ById.extend({ reason: requiredText(500) }),
    output: z.object({}),
  }),
  /** Locks the opening balances of one client, or of all clients of the entity that have any, against changes. */
  lock: endpoint({
    ...any,
    method: 'POST',
    path: '/opening-balances/lock',
    input: z.object({ entityId: Uuid, clientId: Uuid.nullish().transform((id) => id ?? null) }),
    output: z.object({ locked: z.int() }),
  }),
  unlock: endpoint({
    method: 'POST',
    path: '/opening-balances/unlock',
    allow: forAdmins,
    input: z.object({ clientId: Uuid, reason: requiredText(500) }),
    output: z.object({}),
  }),
};
