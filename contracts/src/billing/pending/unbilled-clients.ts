import { z } from 'zod';
import { MinorUnits, PlainDate, Reference, Uuid } from '../../fields.ts';
import { ListTotal, listQuery } from '../../lists.ts';
import { listEndpoints } from '../../usual-endpoints.ts';

/**
 * An active, billable client that no invoice of the period was made out to, and whose invoices have no service period that reaches
 * into it. A client with subscriptions is one whose invoice for a subscription, due in the period, is missing.
 */
export const UnbilledClient = z.object({
  id: Uuid,
  code: z.string(),
  name: z.string(),
  crm: Reference,
  entity: Reference,
  /** The date of the last invoice outside the period, before or after it. */
  lastInvoicedOn: PlainDate.nullable(),
  /** An existing draft; the newest if there are several. */
  draftId: Uuid.nullable(),
  currency: z.string(),
  /** Items that are pending or on hold. */
  waitingItems: z.int(),
  waiting: MinorUnits,
});
export type UnbilledClient = z.infer<typeof UnbilledClient>;

/** Without a period, the current month to date. */
export const UnbilledListQuery = listQuery(['name', '-name'], {
  from: PlainDate,
  to: PlainDate,
  /** Clients with an invoice in the year before the period. */
  regular: z.stringbool(),
  hasWaiting: z.stringbool(),
  crmId: Uuid,
  entityId: Uuid,
});

export const unbilledClients = listEndpoints('/unbilled-clients', 'pending_invoices', {
  query: UnbilledListQuery,
  row: UnbilledClient,
  total: ListTotal,
});
