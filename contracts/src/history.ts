import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { kindsWith } from './entities.ts';
import type { KindWith } from './entities.ts';
import { MinorUnits, Instant, Uuid } from './fields.ts';

/** Records whose page shows their history. */
export const historyKinds = kindsWith('history');
export type HistoryKind = KindWith<'history'>;

/** Whether a text is a day that exists; only such a text is told as a date. */
export const isDay = (text: string): boolean => z.iso.date().safeParse(text).success;

/** A typed value, which the page formats for the reader: money in minor units, dates, yes or no. */
export const HistoryValue = z.discriminatedUnion('as', [
  z.object({ as: z.literal('text'), text: z.string() }),
  z.object({ as: z.literal('name'), text: z.string() }),
  z.object({ as: z.literal('decimal'), text: z.string() }),
  z.object({ as: z.literal('price'), text: z.string(), currency: z.string() }),
  z.object({ as: z.literal('money'), minor: MinorUnits, currency: z.string() }),
  z.object({ as: z.literal('date'), date: z.iso.date() }),
  z.object({ as: z.literal('yesNo'), is: z.boolean() }),
]);
export type HistoryValue = z.infer<typeof HistoryValue>;

/** `before` or `after` is null if the field was or is empty. */
export const HistoryChange = z.object({
  field: z.string(),
  before: HistoryValue.nullable(),
  after: HistoryValue.nullable(),
});
export type HistoryChange = z.infer<typeof HistoryChange>;

/** The parts of a record, and the documents and files linked to it, each with the possible changes. */
export const historyParts = {
  line: ['added', 'changed', 'removed'],
  adjustment: ['added', 'changed', 'removed'],
  payment: ['added', 'removed'],
  credit: ['added', 'removed'],
  settled: ['added', 'removed'],
  refund: ['added', 'removed'],
  writeOff: ['added', 'removed'],
  mail: ['added'],
  file: ['added', 'removed'],
  proforma: ['added', 'changed', 'removed'],
  again: ['added'],
  draft: ['added'],
  billed: ['added', 'removed'],
  contact: ['added', 'changed', 'removed'],
  address: ['added', 'changed', 'removed'],
  registration: ['added', 'changed', 'removed'],
  executive: ['added', 'removed'],
  department: ['added', 'removed'],
  member: ['added', 'removed'],
  checklist: ['added', 'changed', 'removed', 'done', 'undone'],
  assignee: ['added', 'removed'],
  note: ['added', 'changed', 'removed'],
  time: ['added', 'changed', 'removed'],
  day: ['added', 'changed', 'removed'],
  days: ['added', 'removed'],
  dueOverride: ['added', 'changed', 'removed'],
  price: ['added', 'changed', 'removed'],
  occurrence: ['added', 'removed'],
  rate: ['added', 'changed', 'removed'],
  version: ['added', 'removed'],
  numbering: ['added', 'changed', 'removed'],
  /** An enquiry that was merged into the record. */
  enquiry: ['added', 'changed'],
  /** A client that was merged into the record. */
  mergedClient: ['added'],
} as const;
export type HistoryPartKind = keyof typeof historyParts;
export type HistoryStep = (typeof historyParts)[HistoryPartKind][number];

const partKinds = Object.keys(historyParts) as [HistoryPartKind, ...HistoryPartKind[]];

export const HistoryPart = z.object({
  part: z.enum(partKinds),
  step: z.enum(['added', 'changed', 'removed', 'done', 'undone']),
  /** The line number. */
  no: z.int().nullable(),
  /** The number or name of the part. */
  label: z.string().nullable(),
  /** The record that opens from this part. */
  document: z
    .object({ kind: z.enum(['invoice', 'receipt', 'credit_note', 'proforma']), id: Uuid })
    .nullable(),
  /** Null without an amount, and if the caller may not see money. */
  amount: z.object({ minor: MinorUnits, currency: z.string() }).nullable(),
  changes: z.array(HistoryChange),
});
export type HistoryPart = z.infer<typeof HistoryPart>;

/** All changes that one command made to the record. */
export const HistoryEvent = z.object({
  id: z.int(),
  at: Instant,
  /** Null if the system made the change. */
  by: z.string().nullable(),
  action: z.string(),
  /** Whether the command was run on this record, and not on a related one. */
  isOwn: z.boolean(),
  changes: z.array(HistoryChange),
  parts: z.array(HistoryPart),
});
export type HistoryEvent = z.infer<typeof HistoryEvent>;

export const history = {
  /** The history of a record that the caller may open, newest first. `before` is the `earlier` of the previous page. */
  of: endpoint({
    method: 'GET',
    path: '/history/:kind/:id',
    allow: 'signedIn',
    input: z.object({
      kind: z.enum(historyKinds),
      id: Uuid,
      before: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
    }),
    output: z.object({ events: z.array(HistoryEvent), earlier: z.int().nullable() }),
  }),
};
