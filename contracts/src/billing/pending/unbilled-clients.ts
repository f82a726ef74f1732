import { z } from 'zod';
import { endpoint, fileOutput } from '../../endpoint.ts';
import { MinorUnits, PlainDate, Reference, Uuid } from '../../fields.ts';
import { ListTotal, exportFormat, listQuery, pageOf } from '../../lists.ts';

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

const read = { method: 'GET', allow: 'pending_invoices' } as const;

export const unbilledClients = {
  list: endpoint({
    ...read,
    path: '/unbilled-clients',
    input: UnbilledListQuery,
    output: pageOf(UnbilledClient),
  }),
  total: endpoint({ ...read, path: '/unbilled-clients/total', input: UnbilledListQuery, output: ListTotal }),
  export: endpoint({
    ...read,
    path: '/unbilled-clients/export',
    file: true,
    input: UnbilledListQuery.extend({ format: exportFormat }),
    output: fileOutput,
  }),
};
