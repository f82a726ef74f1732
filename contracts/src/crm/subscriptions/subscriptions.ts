import { z } from 'zod';
import { anyOf, endpoint } from '../../endpoint.ts';
import {
  Amount,
  ById,
  MinorUnits,
  OwnId,
  PlainDate,
  Reference,
  Uuid,
  Version,
  requiredText,
} from '../../fields.ts';
import { ListTotal, listQuery } from '../../lists.ts';
import { Percentage } from '../../money/decimal.ts';
import { InvoicesPreview, recurringModes } from '../../billing/recurring-invoices/recurring-invoices.ts';
import { Upcoming } from '../../recurrence/series-steps.ts';
import { seriesStatuses } from '../../recurrence/series-status.ts';
import { packageCycles } from '../../settings/packages/packages.ts';
import { assigneeRules } from '../../tasks/recurring-tasks/recurring-tasks.ts';
import { createEndpoint, listEndpoints, openEndpoint } from '../../usual-endpoints.ts';
import { clientSelection } from '../clients/client-bulk.ts';
import { billings } from './subscription-periods.ts';

/** `ended`: its last day has passed. Until then a subscription whose end is known is active. */
export const subscriptionStatuses = ['active', 'paused', 'ended'] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

const orNull = <Field extends z.ZodType>(field: Field) => field.nullish().transform((value) => value ?? null);

/** Who does the work, and what the client pays instead of the price of the package. */
const choices = {
  /** For each cycle, in minor units of the package's currency, without tax; the price of the package if absent. */
  price: orNull(Amount),
  discountPct: orNull(Percentage),
  assigneeRule: z.enum(assigneeRules).default('client_executive'),
  assigneeIds: z.array(Uuid).max(20).default([]),
};

const applied = {
  packageId: Uuid,
  /** Moved to the first day of the next period, unless a period begins on it (docs/rules.md#subscriptions). */
  startsOn: PlainDate,
  /** The first period that is invoiced, if earlier ones were invoiced elsewhere. */
  firstPeriod: orNull(PlainDate),
  billing: z.enum(billings).default('pre'),
  mode: z.enum(recurringModes).default('draft'),
  ...choices,
};
export const AppliedPackage = z.strictObject(applied);
export type AppliedPackage = z.output<typeof AppliedPackage>;

const changed = { packageId: Uuid, from: PlainDate, ...choices };

const Period = z.object({ from: PlainDate, to: PlainDate });

/** What applying a package to a client, or changing to it, would create. */
export const SubscriptionPreview = z.object({
  /** The first day, after it was moved to the beginning of a period. */
  startsOn: PlainDate,
  isMoved: z.boolean(),
  firstPeriod: Period,
  cycle: z.enum(packageCycles),
  currency: z.string(),
  /** In the first period, without tax and before the discount. */
  price: MinorUnits,
  /** The last day of the subscription that it replaces. */
  formerEndsOn: PlainDate.nullable(),
  invoices: InvoicesPreview,
  recurringTasks: z.array(
    z.object({ category: Reference, next: z.array(Upcoming), endsOn: PlainDate.nullable() }),
  ),
  tasks: z.array(z.object({ category: Reference, title: z.string(), startOn: PlainDate, dueOn: PlainDate })),
});
export type SubscriptionPreview = z.infer<typeof SubscriptionPreview>;

export const SubscriptionRow = z.object({
  id: Uuid,
  version: Version,
  client: Reference,
  package: Reference,
  entity: Reference,
  /** The number of the version of the package that the client has, and of the latest one. */
  versionNo: z.int(),
  latestNo: z.int(),
  cycle: z.enum(packageCycles),
  currency: z.string(),
  /** Of today, or of the first day if that is later; without tax and before the discount. */
  price: MinorUnits,
  discountPct: z.string().nullable(),
  billing: z.enum(billings),
  startsOn: PlainDate,
  endedOn: PlainDate.nullable(),
  status: z.enum(subscriptionStatuses),
  pausedOn: PlainDate.nullable(),
  /** Whether it can be resumed, whether it can end, or end earlier, and whether a known end can move to a later day or be taken back. */
  canResume: z.boolean(),
  canEnd: z.boolean(),
  canGoOn: z.boolean(),
});
export type SubscriptionRow = z.infer<typeof SubscriptionRow>;

export const Subscription = SubscriptionRow.extend({
  /** The last day of the periods that have an invoice or a draft. */
  billedThrough: PlainDate.nullable(),
  firstPeriod: PlainDate,
  prices: z.array(z.object({ validFrom: PlainDate, price: MinorUnits })),
  predecessor: Reference.nullable(),
  successor: Reference.nullable(),
  series: z.array(
    z.object({
      id: Uuid,
      kind: z.enum(['task', 'invoice']),
      title: z.string(),
      status: z.enum(seriesStatuses),
      nextOn: PlainDate.nullable(),
    }),
  ),
});
export type Subscription = z.infer<typeof Subscription>;

const ListQuery = listQuery(['-startsOn', 'startsOn'], {
  clientId: Uuid,
  packageId: Uuid,
  status: z.enum(subscriptionStatuses),
});

const read = anyOf('recurring_invoices.add', 'recurring_invoices.edit', 'recurring_invoices.delete');
const path = '/subscriptions';
const Started = z.object({ id: Uuid });

const step = {
  method: 'POST',
  allow: 'recurring_invoices.edit',
  versioned: true,
  output: Subscription,
} as const;

/**
 * What clients have of the firm's packages. Whoever lets their series issue invoices also needs `keysOfMode`, and whoever
 * applies a package, or changes to another one, `recurring_tasks.create`; refused as PERM_DENIED on `mode` and `packageId`.
 */
export const subscriptions = {
  ...listEndpoints(path, read, { query: ListQuery, row: SubscriptionRow, total: ListTotal }),
  open: openEndpoint(path, read, Subscription),
  preview: endpoint({
    method: 'POST',
    path: `${path}/preview`,
    allow: 'recurring_invoices.add',
    reads: true,
    input: z.object({ clientId: Uuid, ...applied }),
    output: SubscriptionPreview,
  }),
  apply: createEndpoint(path, 'recurring_invoices.add', {
    input: z.object({ id: OwnId, clientId: Uuid, ...applied }),
    output: Subscription,
  }),
  /** Applies the package to each active client of the selection, as a job. */
  applyToMany: endpoint({
    method: 'POST',
    path: `${path}/bulk`,
    allow: 'recurring_invoices.add',
    input: z.object({ ...clientSelection, ...applied }),
    output: Started,
  }),
  pause: endpoint({
    ...step,
    path: `${path}/:id/pause`,
    input: ById.extend({ reason: requiredText(500) }),
  }),
  /**
   * Resumes it from today, also if its end is known. `billsMissed`: the periods whose invoices would have come during the pause are
   * invoiced now.
   */
  resume: endpoint({
    ...step,
    path: `${path}/:id/resume`,
    input: ById.extend({ billsMissed: z.boolean().default(false) }),
  }),
  /** Another price for periods from `from` on: a new one, or the price of that day raised by a percentage. */
  changePrice: endpoint({
    ...step,
    path: `${path}/:id/price`,
    input: ById.extend({ from: PlainDate, price: orNull(Amount), upliftPct: orNull(Percentage) }).refine(
      ({ price, upliftPct }) => (price === null) !== (upliftPct === null),
      { path: ['price'], message: 'PRICE_OR_UPLIFT' },
    ),
  }),
  previewChange: endpoint({
    method: 'POST',
    path: `${path}/:id/change/preview`,
    allow: 'recurring_invoices.edit',
    reads: true,
    input: ById.extend(changed),
    output: SubscriptionPreview,
  }),
  /** Ends it and continues it with another package, or with the latest version of its own, on the first day that begins a period of both. */
  change: endpoint({
    ...step,
    path: `${path}/:id/change`,
    input: ById.extend(changed).extend({ successorId: OwnId }),
  }),
  /**
   * Ends it after the period that holds `on`. A subscription that has not begun by then never begins. Until its end has come, the end can
   * move either way, or be taken back with null.
   */
  end: endpoint({
    ...step,
    allow: 'recurring_invoices.delete',
    path: `${path}/:id/end`,
    input: ById.extend({ on: PlainDate.nullable() }),
  }),
  /**
   * The subscriptions of a package with an earlier version: what each would pay from the day on, or from the first period after it
   * that has no invoice. Paused ones are counted apart, and keep their version.
   */
  previewLatestVersion: endpoint({
    method: 'POST',
    path: '/packages/:id/latest-version/preview',
    allow: 'recurring_invoices.edit',
    reads: true,
    input: ById.extend({ from: PlainDate }),
    output: z.object({
      total: z.int(),
      paused: z.int(),
      /** The first of those that change. */
      some: z.array(
        z.object({
          subscription: Uuid,
          client: Reference,
          from: PlainDate,
          currency: z.string(),
          price: MinorUnits,
          newCurrency: z.string(),
          newPrice: MinorUnits,
        }),
      ),
    }),
  }),
  /** Brings the subscriptions of a package that are not paused to its latest version, as a job. Prices of their own and discounts stay. */
  bringToLatestVersion: endpoint({
    method: 'POST',
    path: '/packages/:id/latest-version',
    allow: 'recurring_invoices.edit',
    input: ById.extend({ from: PlainDate }),
    output: Started,
  }),
};
