import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { Amount, ById, MinorUnits, PlainDate, Reference, Uuid, optionalText } from '../../fields.ts';
import { ListTotal, listQuery } from '../../lists.ts';
import { BillingRule } from '../../tasks/tasks/billing-rules.ts';
import { listEndpoints } from '../../usual-endpoints.ts';
import { Refused } from './pending-invoices.ts';

/** A task with recorded hours that are billed by the hour and are on no bill yet. */
export const UnbilledTask = z.object({
  /** The id of the task. */
  id: Uuid,
  no: z.string(),
  title: z.string(),
  client: Reference,
  entity: Reference,
  currency: z.string(),
  billingRule: BillingRule,
  isCompleted: z.boolean(),
  /** The first and last day with unbilled hours. */
  from: PlainDate,
  to: PlainDate,
  minutes: z.int(),
  /** The minutes for which no charge rate is valid. They cannot be billed. */
  unratedMinutes: z.int(),
  /** The value of the other minutes at their rates. */
  value: MinorUnits,
  /** What remains of the limit of the task; null without a limit. */
  limitLeft: MinorUnits.nullable(),
  /** What would be billed: the value, as far as the limit goes. */
  proposed: MinorUnits,
});
export type UnbilledTask = z.infer<typeof UnbilledTask>;

/** A time entry as it would be billed, or was billed. */
export const BilledHours = z.object({
  id: Uuid,
  person: Reference,
  workedOn: PlainDate,
  minutes: z.int(),
  note: z.string().nullable(),
  /** An hour; null if no charge rate is valid. */
  rate: MinorUnits.nullable(),
  amount: MinorUnits.nullable(),
});
export type BilledHours = z.infer<typeof BilledHours>;

const period = { from: PlainDate, to: PlainDate };

const UnbilledHoursQuery = listQuery(['client', '-client'], {
  clientId: Uuid,
  entityId: Uuid,
  ...period,
  completed: z.stringbool(),
});

/** The most entries of one bill. */
export const mostEntries = 1000;

const WantedBill = z.strictObject({
  /** The id of the bill, so that a resend cannot make a second one. */
  id: Uuid,
  taskId: Uuid,
  /** The amount to bill, if it is not the value of the hours. It then needs a reason. */
  amount: Amount.nullish().transform((value) => value ?? null),
  reason: optionalText(500),
});

export const HoursBilled = z.object({
  /** The requested id of the bill. */
  id: Uuid,
  /** The pending item that bills the hours. */
  itemId: Uuid.optional(),
  refused: Refused.optional(),
});
export type HoursBilled = z.infer<typeof HoursBilled>;

/** The unbilled hours of a client, for each currency in which they are billed. */
export const UnbilledOfClient = z.object({
  sums: z.array(
    z.object({
      currency: z.string(),
      minutes: z.int(),
      /** The minutes for which no charge rate is valid. */
      unratedMinutes: z.int(),
      /** The value of the other minutes at their rates. */
      value: MinorUnits,
    }),
  ),
});
export type UnbilledOfClient = z.infer<typeof UnbilledOfClient>;

const allow = 'pending_invoices';

/** An assignee without any recorded time in a week in which others worked on the task: it may have been forgotten. */
const WeekWithoutTime = z.object({
  person: Reference,
  /** The Monday of the week. */
  weekOn: PlainDate,
});

export const unbilledHours = {
  ...listEndpoints('/unbilled-hours', allow, {
    query: UnbilledHoursQuery,
    row: UnbilledTask,
    total: ListTotal.extend({ minutes: z.int().nullable() }),
  }),
  /** The unbilled entries of a task in a period, oldest first. */
  open: endpoint({
    method: 'GET',
    path: '/unbilled-hours/:id',
    allow,
    input: ById.extend({ from: PlainDate.optional(), to: PlainDate.optional() }),
    output: UnbilledTask.extend({
      entries: z.array(BilledHours),
      withoutTime: z.array(WeekWithoutTime),
    }),
  }),
  /** What is unbilled of one client. */
  ofClient: endpoint({
    method: 'GET',
    path: '/clients/:id/unbilled-hours',
    allow,
    input: ById,
    output: UnbilledOfClient,
  }),
  /** Turns the unbilled hours of a period into a pending item for each task. Each has its own result. */
  bill: endpoint({
    method: 'POST',
    path: '/unbilled-hours/bill',
    allow,
    input: z.object({ ...period, tasks: z.array(WantedBill).min(1).max(100) }),
    output: z.object({ results: z.array(HoursBilled) }),
  }),
  /** The hours behind a pending item, as they were billed. */
  ofItem: endpoint({
    method: 'GET',
    path: '/pending-invoices/:id/hours',
    allow,
    input: ById,
    output: z.object({ ...period, entries: z.array(BilledHours) }),
  }),
  /** Releases the hours of a pending item, so that they can be edited and billed again. The item goes. */
  release: endpoint({
    method: 'POST',
    path: '/pending-invoices/:id/release-hours',
    allow,
    versioned: true,
    input: ById,
    output: z.object({}),
  }),
};
