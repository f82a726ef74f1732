import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Instant, Uuid } from './fields.ts';

/** Records whose page shows who changed what. */
export const historyKinds = [
  'client',
  'client_group',
  'enquiry',
  'task',
  'invoice',
  'proforma',
  'receipt',
  'credit_note',
  'expense',
  'app_user',
] as const;
export type HistoryKind = (typeof historyKinds)[number];

/** One change: the endpoint that made it, and the fields that are plain to read, before and after; a reference by its name alone. */
export const HistoryEvent = z.object({
  id: z.int(),
  at: Instant,
  /** Null for what the system did. */
  by: z.string().nullable(),
  action: z.string(),
  changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
});
export type HistoryEvent = z.infer<typeof HistoryEvent>;

export const history = {
  /** The latest hundred changes of a record that the caller may open. */
  of: endpoint({
    method: 'GET',
    path: '/history/:kind/:id',
    allow: 'signedIn',
    input: z.object({ kind: z.enum(historyKinds), id: Uuid }),
    output: z.array(HistoryEvent),
  }),
};
