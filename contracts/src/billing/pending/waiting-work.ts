import { z } from 'zod';
import { endpoint, fileOutput } from '../../endpoint.ts';
import { MinorUnits, PlainDate, Reference, Uuid } from '../../fields.ts';
import { MoneyTotal, exportFormat, listQuery, pageOf } from '../../lists.ts';
import { CurrencyCode } from '../../money/currency.ts';

/** For how many days work has waited. */
export const waitingAges = ['upTo30', 'upTo60', 'upTo90', 'over90'] as const;
export type WaitingAge = (typeof waitingAges)[number];

/** Reasons told of what is held, those of the most value first. */
export const mostReasons = 3;

/** What waits to be invoiced of a client or of a client group, in one billing entity and currency. */
export const WaitingWork = z.object({
  id: z.string(),
  /** The client or the group. */
  who: Reference,
  /** The client's group. */
  group: Reference.nullable(),
  /** How many clients wait in it. */
  clients: z.int(),
  entity: Reference,
  currency: z.string(),
  items: z.int(),
  amount: MinorUnits,
  byAge: z.record(z.enum(waitingAges), MinorUnits),
  oldestOn: PlainDate,
  /** Part of the items and of the amount. */
  held: z.object({ items: z.int(), amount: MinorUnits, reasons: z.array(z.string()) }),
});
export type WaitingWork = z.infer<typeof WaitingWork>;

/** By amount within each currency. */
export const WaitingListQuery = listQuery(['oldestOn', '-oldestOn', '-amount', 'amount'], {
  entityId: Uuid,
  currency: CurrencyCode,
  groupId: Uuid,
});

const any = { allow: 'pending_invoices', method: 'GET' } as const;
const page = { input: WaitingListQuery, output: pageOf(WaitingWork) };
const counted = { input: WaitingListQuery, output: MoneyTotal };
const file = {
  file: true,
  input: WaitingListQuery.extend({ format: exportFormat }),
  output: fileOutput,
} as const;

/** Whom there is something to bill, a row for each billing entity and currency. `open` of the sums is what is not held. */
export const waitingClients = {
  list: endpoint({ ...any, path: '/waiting-clients', ...page }),
  total: endpoint({ ...any, path: '/waiting-clients/total', ...counted }),
  export: endpoint({ ...any, path: '/waiting-clients/export', ...file }),
};

/** The same by client group: of its clients, those whom the caller sees. */
export const waitingGroups = {
  list: endpoint({ ...any, path: '/waiting-groups', ...page }),
  total: endpoint({ ...any, path: '/waiting-groups/total', ...counted }),
  export: endpoint({ ...any, path: '/waiting-groups/export', ...file }),
};
