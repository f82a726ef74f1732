import { z } from 'zod';
import { endpoint, userTypeOf } from '../../endpoint.ts';
import { ById, MinorUnits, PlainDate, Reference, Uuid, requiredText, text } from '../../fields.ts';
import { ListTotal, listQuery, pageOf } from '../../lists.ts';
import { FieldFaults } from '../invoices/invoice-record.ts';

/** Rows of one import, which are taken together or not at all. */
export const mostOpeningRows = 2000;

/** A document that was open, or money that was held. */
export const openingKinds = ['invoice', 'receipt'] as const;

const cell = text(200).default('');

/**
 * A row as a file has it: dates as 2026-03-31, figures with a point. The client by code or by its whole name; without number
 * it is all that the client owed; a negative amount is money that was held for the client.
 */
export const openingColumns = [
  'client',
  'number',
  'date',
  'dueDate',
  'currency',
  'amount',
  'fxRate',
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
};

/** What would become of a row; `faults` are on its columns. */
export const ReadOpening = z.object({
  outcome: z.enum(['new', 'changed', 'same', 'wrong']),
  client: Reference.nullable(),
  /** Absent where the row is wrong. */
  document: z.object(figures).nullable(),
  /** What stands now, of a row that changes it. */
  before: z.object(figures).nullable(),
  faults: FieldFaults,
});
export type ReadOpening = z.infer<typeof ReadOpening>;

export const OpeningDocument = z.object({
  id: Uuid,
  client: Reference,
  ...figures,
  /** Something settled it, so that it stays as it is. */
  isSettled: z.boolean(),
  isLocked: z.boolean(),
});
export type OpeningDocument = z.infer<typeof OpeningDocument>;

/** A billing entity and the day from which its books are kept here. */
export const OpeningEntity = z.object({
  entity: Reference,
  baseCurrency: z.string(),
  today: PlainDate,
  cutOverOn: PlainDate.nullable(),
  /** The day stays while there are any. */
  hasDocuments: z.boolean(),
});
export type OpeningEntity = z.infer<typeof OpeningEntity>;

const OpeningListQuery = listQuery(['client', '-client'], { entityId: Uuid, clientId: Uuid }).omit({
  q: true,
});

const rows = z.array(OpeningInput).min(1).max(mostOpeningRows);
const any = { allow: 'clients.import' } as const;

/** What clients owed and had paid ahead when the firm began here. */
export const openingBalances = {
  entities: endpoint({
    ...any,
    method: 'GET',
    path: '/opening-balances/entities',
    input: z.object({}),
    output: z.object({ rows: z.array(OpeningEntity) }),
  }),
  /** By the id of the billing entity; null while nothing was brought over. */
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
  /** What `bring` would do, row by row. */
  preview: endpoint({
    ...any,
    method: 'POST',
    path: '/opening-balances/preview',
    reads: true,
    input: z.object({ entityId: Uuid, rows }),
    output: z.object({ rows: z.array(ReadOpening) }),
  }),
  /**
   * Brings rows over in one transaction, each by its client and old number: what is there as the row says stays, what differs
   * is taken back and posted anew. With `onlyValid` the wrong rows are left out; else one refuses all.
   */
  bring: endpoint({
    ...any,
    method: 'POST',
    path: '/opening-balances',
    input: z.object({ entityId: Uuid, rows, onlyValid: z.boolean().default(false) }),
    output: z.object({ created: z.int(), changed: z.int(), same: z.int(), left: z.int() }),
  }),
  /** Takes one back that nothing has settled, on the cut-over date. */
  takeBack: endpoint({
    ...any,
    method: 'POST',
    path: '/opening-balances/:id/take-back',
    input: ById.extend({ reason: requiredText(500) }),
    output: z.object({}),
  }),
  /** Nothing is changed from then on: of one client, or of all that the entity has any of. */
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
    allow: userTypeOf('super_admin', 'admin'),
    input: z.object({ clientId: Uuid, reason: requiredText(500) }),
    output: z.object({}),
  }),
};
