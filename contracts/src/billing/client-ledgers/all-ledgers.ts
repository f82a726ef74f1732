import { z } from 'zod';
import { MinorUnits, PlainDate, Reference, Uuid } from '../../fields.ts';
import { ListTotal, listQuery } from '../../lists.ts';
import { CurrencyCode } from '../../money/currency.ts';
import { listEndpoints } from '../../usual-endpoints.ts';

/** What moved a ledger in the period, and its balances before and after. */
const moved = {
  opening: MinorUnits,
  debit: MinorUnits,
  credit: MinorUnits,
  closing: MinorUnits,
};

/** The ledger of a client with one billing entity in one currency. Its figures are those of the ledger that it opens. */
export const LedgerRow = z.object({
  id: z.string(),
  client: Reference,
  code: z.string(),
  crm: Reference,
  group: Reference.nullable(),
  entity: Reference,
  currency: z.string(),
  ...moved,
});
export type LedgerRow = z.infer<typeof LedgerRow>;

/** Balances are sorted within each currency. */
export const AllLedgersQuery = listQuery(['name', '-name', '-closing', 'closing'], {
  /** The first day of the period. Without it the period begins with the first entry. */
  from: PlainDate,
  /** The last day of the period, by default today. */
  to: PlainDate,
  entityId: Uuid,
  currency: CurrencyCode,
  groupId: Uuid,
  crmId: Uuid,
  /** Ledgers whose closing balance is not zero. */
  withBalance: z.stringbool(),
});

/** Counts the ledgers; the sums are of all of them, by currency. */
export const LedgersTotal = ListTotal.extend({
  sums: z.array(z.object({ currency: z.string(), ...moved })),
});
export type LedgersTotal = z.infer<typeof LedgersTotal>;

/** The ledgers of all clients: a row for each client, billing entity and currency with an entry up to the last day. */
export const allLedgers = listEndpoints('/all-client-ledgers', 'reports.client_ledgers', {
  query: AllLedgersQuery,
  row: LedgerRow,
  total: LedgersTotal,
});
