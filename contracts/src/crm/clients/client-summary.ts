import { z } from 'zod';
import { MinorUnits, PlainDate, Uuid } from '../../fields.ts';
import { pauseReasons, seriesStatuses } from '../../recurrence/series-status.ts';

/** What is still open for a client, as counts and balances: for the client's page and before a deactivation. */
export const ClientSummary = z.object({
  openTasks: z.int(),
  draftInvoices: z.int(),
  pendingItems: z.int(),
  /** Minor units per currency; null if the caller may not see amounts. */
  balances: z
    .array(z.object({ currency: z.string(), outstanding: MinorUnits, advances: MinorUnits }))
    .nullable(),
});
export type ClientSummary = z.infer<typeof ClientSummary>;

/** A recurring task or recurring invoice of the client that has not ended. */
export const ClientSeries = z.object({
  id: Uuid,
  kind: z.enum(['task', 'invoice']),
  title: z.string(),
  status: z.enum(seriesStatuses),
  pausedFor: z.enum(pauseReasons).nullable(),
  /** The number of past days for which nothing was created, with the first and the last due date. */
  missed: z.object({ count: z.int(), from: PlainDate, to: PlainDate }).nullable(),
});
export type ClientSeries = z.infer<typeof ClientSeries>;

/** The series that stay paused after a client is reactivated, as counts. */
export const RestingSeries = z.object({ tasks: z.int(), invoices: z.int() });
