import { z } from 'zod';
import { MinorUnits, PlainDate, Reference, Uuid } from '../../fields.ts';
import { MoneyTotal, listQuery } from '../../lists.ts';
import { CurrencyCode } from '../../money/currency.ts';
import { listEndpoints } from '../../usual-endpoints.ts';

/** How many days an item has been pending. */
export const pendingAges = ['upTo30', 'upTo60', 'upTo90', 'over90'] as const;
export type PendingAge = (typeof pendingAges)[number];

/** The most hold reasons in a row, those with the highest amounts first. */
export const mostReasons = 3;

/** The pending items of a client or a client group, in one billing entity and currency. */
export const PendingTotal = z.object({
  id: z.string(),
  /** The client or the group. */
  who: Reference,
  /** The client's group. */
  group: Reference.nullable(),
  /** The number of clients with pending items. */
  clients: z.int(),
  entity: Reference,
  currency: z.string(),
  items: z.int(),
  amount: MinorUnits,
  byAge: z.record(z.enum(pendingAges), MinorUnits),
  oldestOn: PlainDate,
  /** The items on hold, which `items` and `amount` include. */
  held: z.object({ items: z.int(), amount: MinorUnits, reasons: z.array(z.string()) }),
});
export type PendingTotal = z.infer<typeof PendingTotal>;

/** Amounts are sorted within each currency. */
export const PendingTotalsQuery = listQuery(['oldestOn', '-oldestOn', '-amount', 'amount'], {
  entityId: Uuid,
  currency: CurrencyCode,
  groupId: Uuid,
});

/** In the sums, `open` excludes items on hold. */
const waiting = { query: PendingTotalsQuery, row: PendingTotal, total: MoneyTotal };

/** Clients with pending items: a row for each client, billing entity and currency. */
export const pendingByClient = listEndpoints('/pending-by-client', 'pending_invoices', waiting);

/** Client groups with pending items: a row for each group, billing entity and currency. Only clients in the caller's scope count. */
export const pendingByGroup = listEndpoints('/pending-by-group', 'pending_invoices', waiting);
