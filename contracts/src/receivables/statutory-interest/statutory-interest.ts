import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { ById, MinorUnits, PlainDate, Reference, Uuid } from '../../fields.ts';

/** Whose law gives interest on a late payment between businesses: the law of the billing entity. */
export const interestLaws = ['EU', 'GB', 'IN', 'JP'] as const;
export type InterestLaw = (typeof interestLaws)[number];

/** An overdue invoice, with the interest that the law gives on what is open of it and not disputed. */
export const InterestLine = z.object({
  invoice: Reference,
  client: Reference,
  dueOn: PlainDate,
  daysLate: z.int(),
  amount: MinorUnits,
  /** The yearly rates that applied one after the other, in per cent. */
  ratesPct: z.array(z.string()),
  interest: MinorUnits,
});
export type InterestLine = z.infer<typeof InterestLine>;

export const StatutoryInterest = z.object({
  entity: Reference,
  currency: z.string(),
  law: z.enum(interestLaws),
  interest: MinorUnits,
  /** The flat sums for the cost of recovery; null if the law has none, or names them in another currency. */
  flatSums: MinorUnits.nullable(),
  /** The last day for which the reference rate is known here, if the last known rate was used for a later day. */
  knownUntil: PlainDate.nullable(),
  lines: z.array(InterestLine),
});
export type StatutoryInterest = z.infer<typeof StatutoryInterest>;

export const statutoryInterest = {
  /**
   * What the law would give by today on what a client, or for a payer its group, owes overdue: an estimate that proposes and is
   * never posted (docs/rules.md#statutory-interest). Consumers owe none.
   */
  open: endpoint({
    method: 'GET',
    path: '/follow-ups/clients/:id/statutory-interest',
    allow: 'followup.follow_up',
    input: ById,
    output: z.object({ id: Uuid, asOf: PlainDate, rows: z.array(StatutoryInterest) }),
  }),
};
