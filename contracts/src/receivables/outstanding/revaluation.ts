import { z } from 'zod';
import { asReports } from '../../endpoint.ts';
import { MinorUnits, PlainDate, Reference, Uuid } from '../../fields.ts';
import { ListTotal, listQuery } from '../../lists.ts';
import { CurrencyCode } from '../../money/currency.ts';
import { listEndpoints } from '../../usual-endpoints.ts';

/** What is open in a foreign currency, and what it is worth on the day. Nothing of it is posted. */
const worth = {
  /** Receivables less advances, in minor units of `currency`. */
  balance: MinorUnits,
  baseCurrency: z.string(),
  /** The balance in the ledger, at the rates of its documents; in minor units of the base currency, like `value`. */
  bookValue: MinorUnits,
  /** The balance at the day's rate, and what it differs by from the ledger. Null without a rate. */
  value: MinorUnits.nullable(),
  difference: MinorUnits.nullable(),
};

/** What a client owes a billing entity in a currency that is not the entity's base currency. */
export const RevaluationRow = z.object({
  id: z.string(),
  client: Reference,
  entity: Reference,
  currency: z.string(),
  ...worth,
});
export type RevaluationRow = z.infer<typeof RevaluationRow>;

export const RevaluationQuery = listQuery(['name', '-name'], {
  /** Absent: today. */
  asOf: PlainDate,
  entityId: Uuid,
  currency: CurrencyCode,
  groupId: Uuid,
  crmId: Uuid,
});

export const RevaluationTotal = ListTotal.extend({
  asOf: PlainDate,
  /** Of all rows, by billing entity and currency, with the latest rate on or before the day. */
  sums: z.array(
    z.object({
      entity: Reference,
      currency: z.string(),
      ...worth,
      rate: z.string().nullable(),
      rateOn: PlainDate.nullable(),
    }),
  ),
});
export type RevaluationTotal = z.infer<typeof RevaluationTotal>;

/** Unrealised exchange differences of open receivables (docs/rules.md#open-amounts-in-a-foreign-currency). */
export const revaluation = asReports(
  listEndpoints('/revaluation', 'followup.client_outstanding_report', {
    query: RevaluationQuery,
    row: RevaluationRow,
    total: RevaluationTotal,
  }),
);
