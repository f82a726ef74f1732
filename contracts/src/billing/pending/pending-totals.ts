import { z } from 'zod';
import { MinorUnits, PlainDate, Reference, Uuid } from '../../fields.ts';
import { MoneyTotal, listQuery } from '../../lists.ts';
import { CurrencyCode } from '../../money/currency.ts';
import { listEndpoints } from '../../usual-endpoints.ts';

/** For how many days work has waited. */
export const pendingAges = ['upTo30', 'upTo60', 'upTo90', 'over90'] as const;
export type PendingAge = (typeof pendingAges)[number];

/** Reasons told of what is held, those of the most value first. */
export const mostReasons = 3;

/** What waits to be invoiced of a client or of a client group, in one billing entity and currency. */
export const PendingTotal = z.object({
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
  byAge: z.record(z.enum(pendingAges), MinorUnits),
  oldestOn: PlainDate,
  /** Part of the items and of the amount. */
  held: z.object({ items: z.int(), amount: MinorUnits, reasons: z.array(z.string()) }),
});
export type PendingTotal = z.infer<typeof PendingTotal>;

/** By amount within each currency. */
export const PendingTotalsQuery = listQuery(['oldestOn', '-oldestOn', '-amount', 'amount'], {
  entityId: Uuid,
  currency: CurrencyCode,
  groupId: Uuid,
});

/** Of the sums, `open` is what is not held. */
const waiting = { query: PendingTotalsQuery, row: PendingTotal, total: MoneyTotal };

/** Whom there is something to bill, a row for each billing entity and currency. */
export const pendingByClient = listEndpoints('/pending-by-client', 'pending_invoices', waiting);

/** The same by client group: of its clients, those whom the caller sees. */
export const pendingByGroup = listEndpoints('/pending-by-group', 'pending_invoices', waiting);
