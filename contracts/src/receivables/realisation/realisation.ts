import { z } from 'zod';
import { asReports } from '../../endpoint.ts';
import { MinorUnits, PlainDate, Reference, Uuid } from '../../fields.ts';
import { ListTotal, listQuery } from '../../lists.ts';
import { CurrencyCode } from '../../money/currency.ts';
import { listEndpoints } from '../../usual-endpoints.ts';

export const realisationGroupings = [
  'client',
  'category',
  'person',
  'department',
  'month',
  'entity',
] as const;
export type RealisationGrouping = (typeof realisationGroupings)[number];

const Keyed = z.union([Uuid, z.literal('none')]);

const figures = {
  /** What was worked in the period. */
  minutes: z.int(),
  /** Billable minutes for which no charge rate is valid. They have no value. */
  unratedMinutes: z.int(),
  /** The billable minutes at their charge rates. */
  value: MinorUnits,
  /** What was billed in the period, without tax. */
  billed: MinorUnits,
  /** The value of the hours that were billed or written off, less what was billed for them; negative if it was written up. */
  writtenDown: MinorUnits,
  /** What clients paid in the period of what was billed, without tax. */
  collected: MinorUnits,
  /** What was lost as bad debt in the period, without tax. */
  badDebt: MinorUnits,
  /** What was billed for an hour that was worked; null without hours. */
  effectiveRate: MinorUnits.nullable(),
};

/** Only for people who see all money, because it tells what colleagues cost. */
const margin = {
  /** What the minutes cost the firm. */
  cost: MinorUnits.nullable(),
  /** Minutes for which no cost rate in the currency of the row is valid. They have no cost. */
  uncostedMinutes: z.int().nullable(),
  /** What was billed, less the cost. */
  margin: MinorUnits.nullable(),
};

/** Hours count on the day they were worked, money on the day it was posted (docs/rules.md#realisation). */
export const RealisationFigures = z.object({ currency: z.string(), ...figures, ...margin });
export type RealisationFigures = z.infer<typeof RealisationFigures>;

const RealisationKey = z.object({
  by: z.enum(realisationGroupings),
  /** The id of a record, the first day of a month, or `none`. */
  id: z.string(),
  /** The name of a record; empty for any other key. */
  label: z.string(),
});
export type RealisationKey = z.infer<typeof RealisationKey>;

export const RealisationRow = RealisationFigures.extend({
  id: z.string(),
  /** One or two levels. */
  keys: z.array(RealisationKey),
});
export type RealisationRow = z.infer<typeof RealisationRow>;

/** What the report and its details are filtered by. Without a period, the current month to date. */
const realisationFilter = {
  from: PlainDate,
  to: PlainDate,
  currency: CurrencyCode,
  entityId: Uuid,
  /** For whom the work was done, whoever pays. */
  clientId: Uuid,
  /** The category of the task, recurring or not. */
  categoryId: Keyed,
  departmentId: Keyed,
  /** Who worked. */
  personId: Keyed,
};

const allow = 'reports.collection_report';

/** The totals of each currency; amounts in different currencies are never added up. */
export const RealisationTotal = ListTotal.extend({
  period: z.object({ from: PlainDate, to: PlainDate }),
  currencies: z.array(RealisationFigures),
});
export type RealisationTotal = z.infer<typeof RealisationTotal>;

export const realisation = asReports(
  listEndpoints('/realisation', allow, {
    query: listQuery(['key', '-key', '-billed', 'billed'], {
      ...realisationFilter,
      by: z.enum(realisationGroupings),
      thenBy: z.enum(realisationGroupings),
    }),
    row: RealisationRow,
    total: RealisationTotal,
  }),
);

const TaskOfWork = Reference.extend({ no: z.string() });

/** A time entry behind the hours of the report. */
export const RealisedHours = z.object({
  id: Uuid,
  workedOn: PlainDate,
  person: Reference,
  client: Reference,
  task: TaskOfWork,
  category: Reference.nullable(),
  currency: z.string(),
  minutes: z.int(),
  billable: z.boolean(),
  /** An hour; null if the entry is not billable or no charge rate is valid. */
  rate: MinorUnits.nullable(),
  value: MinorUnits.nullable(),
  /** Null for people who do not see all money, and without a cost rate. */
  cost: MinorUnits.nullable(),
});
export type RealisedHours = z.infer<typeof RealisedHours>;

export const realisedHours = asReports(
  listEndpoints('/realisation/hours', allow, {
    query: listQuery(['-workedOn', 'workedOn'], realisationFilter),
    row: RealisedHours,
    total: ListTotal,
  }),
);

/** A line that bills work, or pending work that was written off, with what became of it in the period. */
export const RealisedBill = z.object({
  id: Uuid,
  /** When the invoice was issued, or the work written off. */
  date: PlainDate,
  /** Null for work that was written off before it was billed. */
  invoice: z
    .object({
      /** Null if the caller does not see the client that the invoice is for: a group may have one payer. */
      id: Uuid.nullable(),
      label: z.string(),
      client: Reference.nullable(),
    })
    .nullable(),
  client: Reference,
  task: TaskOfWork,
  currency: z.string(),
  billed: MinorUnits,
  writtenDown: MinorUnits,
  collected: MinorUnits,
  badDebt: MinorUnits,
});
export type RealisedBill = z.infer<typeof RealisedBill>;

export const realisedBills = asReports(
  listEndpoints('/realisation/bills', allow, {
    query: listQuery(['-date', 'date'], realisationFilter),
    row: RealisedBill,
    total: ListTotal,
  }),
);
