import { z } from 'zod';
import { MinorUnits, PlainDate, Reference, Uuid } from '../../fields.ts';
import { ListTotal, listQuery } from '../../lists.ts';
import { listEndpoints } from '../../usual-endpoints.ts';

/** A client at work whom no invoice of the period was made out to, nor any whose service reaches into it. */
export const UnbilledClient = z.object({
  id: Uuid,
  code: z.string(),
  name: z.string(),
  crm: Reference,
  entity: Reference,
  /** Of the last invoice before or after the period. */
  lastInvoicedOn: PlainDate.nullable(),
  /** A draft that stands already, the newest of several. */
  draftId: Uuid.nullable(),
  currency: z.string(),
  /** Work that waits or is held back. */
  waitingItems: z.int(),
  waiting: MinorUnits,
});
export type UnbilledClient = z.infer<typeof UnbilledClient>;

/** Without a period it is the month so far. */
export const UnbilledListQuery = listQuery(['name', '-name'], {
  from: PlainDate,
  to: PlainDate,
  /** Those who had an invoice in the year before the period. */
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
