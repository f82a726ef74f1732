import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { fileOutput } from '../../file-output.ts';
import { anyOf } from '../../endpoint.ts';
import { ById, Instant, MinorUnits, PlainDate, Reference, Uuid } from '../../fields.ts';
import { exportFormat, pageOf, several } from '../../lists.ts';
import { FollowUp, OwedAmounts } from './follow-ups.ts';
import { promiseStates } from './promises.ts';

/** Everyone with access sees these; the others only with a money permission. */
export const plainHistoryKinds = ['follow_up', 'promise', 'dispute', 'hand_on', 'pause'] as const;
export const moneyHistoryKinds = [
  'reminder',
  'statement',
  'certificate_request',
  'price_rise',
  'receipt',
  'receipt_reversed',
  'credit_note',
  'write_off',
  'write_off_back',
] as const;
export const historyKinds = [...plainHistoryKinds, ...moneyHistoryKinds] as const;
export type HistoryKind = (typeof historyKinds)[number];

/** An event of a client. Fields that its kind does not have are null; without a money permission there are no amounts or documents. */
export const HistoryEvent = z.object({
  /** Unique within a page. */
  id: z.string(),
  kind: z.enum(historyKinds),
  at: Instant,
  /** The date of the document or promise, which may be another day than that of the entry. */
  on: PlainDate,
  by: Reference.nullable(),
  /** The client, which within a group may be another one than the payer. */
  client: Reference,
  /** Of a follow-up. */
  followUp: FollowUp.nullable(),
  /** The follow-up was corrected by a later one. */
  isCorrected: z.boolean(),
  /** Of a promise: what became of it at that time. */
  promise: z
    .object({
      id: Uuid,
      state: z.enum(promiseStates),
      dueOn: PlainDate,
      paidLateOn: PlainDate.nullable(),
    })
    .nullable(),
  /** Of a dispute: whether it began or was taken back. */
  dispute: z.object({ id: Uuid, isOver: z.boolean() }).nullable(),
  /** Of a hand-on: the person who is responsible from then on. */
  responsible: Reference.nullable(),
  /** Of a pause: the last day; null with `mode` `off` or `on`. */
  pause: z.object({ mode: z.enum(['on', 'off', 'paused']), until: PlainDate.nullable() }).nullable(),
  note: z.string().nullable(),
  currency: z.string().nullable(),
  amount: MinorUnits.nullable(),
  /** The record to open; `reminder` is a letter. */
  document: Reference.extend({
    kind: z.enum(['invoice', 'receipt', 'credit_note', 'client_mail', 'reminder']),
  }).nullable(),
});
export type HistoryEvent = z.infer<typeof HistoryEvent>;

const allow = anyOf('followup.history', 'followup.follow_up');
const query = ById.extend({
  cursor: z.string().max(1000).optional(),
  pageSize: z.coerce.number().int().min(1).max(100).default(50),
  filter: z
    .strictObject({ kind: several(z.enum(historyKinds)) })
    .partial()
    .default({}),
});

/** The timeline of a client, newest first; for a payer with the visible clients of its group. */
export const followUpHistory = {
  list: endpoint({
    method: 'GET',
    path: '/follow-ups/clients/:id/history',
    allow,
    input: query,
    output: pageOf(HistoryEvent).extend({
      client: Reference,
      /** Whether the client is erased: nothing is recorded for it any more. */
      isErased: z.boolean(),
      /** Null without a money permission. */
      owed: z.array(OwedAmounts).nullable(),
    }),
  }),
  export: endpoint({
    method: 'GET',
    path: '/follow-ups/clients/:id/history/export',
    allow,
    file: true,
    input: query.extend({ format: exportFormat }),
    output: fileOutput,
  }),
};
