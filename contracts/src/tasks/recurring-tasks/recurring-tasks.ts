import { z } from 'zod';
import { anyOf } from '../../endpoint.ts';
import {
  MinorUnits,
  Amount,
  ById,
  OwnId,
  PlainDate,
  Reference,
  Uuid,
  Version,
  optionalText,
} from '../../fields.ts';
import { ListTotal, listQuery } from '../../lists.ts';
import {
  createEndpoint,
  editEndpoint,
  listEndpoints,
  openEndpoint,
  removeEndpoint,
} from '../../usual-endpoints.ts';
import { RecurrenceRule } from '../../recurrence/rule.ts';
import { Upcoming, seriesSteps } from '../../recurrence/series-steps.ts';
import { SubscriptionOfSeries, catchUps, mostMissed, seriesFields } from '../../recurrence/series.ts';
import { pauseReasons, seriesStatuses } from '../../recurrence/series-status.ts';
import { CategoryStep, checklistField } from '../../settings/categories/category-fields.ts';
import { BillingRule, usualBillingRule } from '../tasks/billing-rules.ts';
import { Priority } from '../tasks/tasks.ts';
import { Estimate } from '../time/task-time.ts';

/** Who is assigned: the same people each time, the client's executive, or each person in turn. */
export const assigneeRules = ['fixed', 'client_executive', 'round_robin'] as const;
export type AssigneeRule = (typeof assigneeRules)[number];

const OptionalId = Uuid.nullish().transform((value) => value ?? null);
const OptionalWhole = (max: number) =>
  z
    .int()
    .min(0)
    .max(max)
    .nullish()
    .transform((value) => value ?? null);

/** The fields that a series gives to each of its tasks, apart from the schedule. */
export const recurringTaskTerms = {
  categoryId: Uuid,
  /** The version of the category that the terms were copied from; the current version if absent. */
  categoryVersion: Version.nullish().transform((value) => value ?? null),
  assigneeRule: z.enum(assigneeRules).default('client_executive'),
  /** The assignees, in the order of the rotation. */
  assigneeIds: z.array(Uuid).max(20).default([]),
  reviewerId: OptionalId,
  reviewRequired: z.boolean().default(false),
  /** The target date is this number of days before the due date. */
  targetDays: OptionalWhole(365),
  priority: Priority.default(3),
  estimateMin: Estimate,
  serviceId: OptionalId,
  billable: z.boolean().default(false),
  /** By default the usual rule of the category, the service or the client; an edit leaves it as it is. */
  billingRule: usualBillingRule,
  /** The fee, or the limit of the hours. Minor units of the billing entity's currency. Only from callers who may see money; others get the category's fee or the service's price. */
  fee: Amount.nullish().transform((value) => value ?? null),
  billingEntityId: OptionalId,
  description: optionalText(10_000),
  checklist: checklistField,
};

const fields = { ...seriesFields, ...recurringTaskTerms, catchUp: z.enum(catchUps).default('all') };

/** Past days whose tasks are created now; the other past days are recorded as not wanted. */
export const BackFill = z.array(PlainDate).max(mostMissed).default([]);

export const RecurringTaskRow = z.object({
  id: Uuid,
  version: Version,
  title: z.string(),
  client: Reference,
  category: Reference,
  rule: RecurrenceRule,
  status: z.enum(seriesStatuses),
  pausedFor: z.enum(pauseReasons).nullable(),
  assigneeRule: z.enum(assigneeRules),
  assignees: z.array(Reference),
  reviewer: Reference.nullable(),
  /** The next task, while the series is active. */
  next: Upcoming.pick({ nominal: true, due: true, title: true, moved: true }).nullable(),
  billable: z.boolean(),
  billingRule: BillingRule,
  /** Absent if the caller may not see money. */
  fee: MinorUnits.nullish(),
  currency: z.string().nullable(),
});
export type RecurringTaskRow = z.infer<typeof RecurringTaskRow>;

export const RecurringTask = RecurringTaskRow.extend({
  startsOn: PlainDate,
  ends: seriesFields.ends.unwrap(),
  endsOn: PlainDate.nullable(),
  endsAfter: z.int().nullable(),
  zone: z.string(),
  catchUp: z.enum(catchUps),
  statusReason: z.string().nullable(),
  reviewRequired: z.boolean(),
  targetDays: z.int().nullable(),
  priority: Priority,
  estimateMin: z.int().nullable(),
  service: Reference.nullable(),
  billingEntity: Reference.nullable(),
  description: z.string().nullable(),
  checklist: z.array(CategoryStep),
  categoryVersion: Version,
  /** Whether the category has changed since its terms were copied. */
  isBehindCategory: z.boolean(),
  /** The series that this series continues, and the series that continues it. */
  predecessor: Reference.nullable(),
  successor: Reference.nullable(),
  subscription: SubscriptionOfSeries.nullable(),
  /** Whether the series has run. Its client and first day can then no longer change, and it can be cancelled but not deleted. */
  hasRun: z.boolean(),
  /** The number of tasks that nobody has started. */
  notStarted: z.int(),
});
export type RecurringTask = z.infer<typeof RecurringTask>;

const RecurringTaskListQuery = listQuery(['title', '-title'], {
  status: z.enum(seriesStatuses),
  pausedFor: z.enum(pauseReasons),
  clientId: Uuid,
  categoryId: Uuid,
  assigneeId: Uuid,
});

/**
 * What an edit applies to. `following`: the days of the rule from one day on that have no task yet. Earlier days stay
 * with the old series, and a new series continues it. `not_started`: existing tasks that nobody has started, and all
 * later ones.
 */
export const editScopes = ['following', 'not_started'] as const;
export type EditScope = (typeof editScopes)[number];

/** Any permission of the group allows reading (docs/rules.md#reading-a-group). */
export const readsRecurringTasks = anyOf(
  'recurring_tasks.create',
  'recurring_tasks.edit',
  'recurring_tasks.delete',
);

const steps = seriesSteps('/recurring-tasks', {
  read: readsRecurringTasks,
  edit: 'recurring_tasks.edit',
  remove: 'recurring_tasks.delete',
});

export const recurringTasks = {
  ...listEndpoints('/recurring-tasks', readsRecurringTasks, {
    query: RecurringTaskListQuery,
    row: RecurringTaskRow,
    total: ListTotal,
  }),
  open: openEndpoint('/recurring-tasks', readsRecurringTasks, RecurringTask),
  create: createEndpoint('/recurring-tasks', 'recurring_tasks.create', {
    input: z.object({ id: OwnId, ...fields, create: BackFill }),
    output: RecurringTask,
  }),
  /** Answers the series with the new terms: a new series if the old one had run. */
  edit: editEndpoint('/recurring-tasks', 'recurring_tasks.edit', {
    input: ById.extend(fields).extend({
      apply: z.enum(editScopes),
      /** The nominal day from which the new terms apply; if absent, the next day without a task. */
      from: PlainDate.nullish().transform((value) => value ?? null),
      /** The id of the new series, if one is created. */
      successorId: OwnId,
    }),
    output: RecurringTask,
  }),
  /** Deletes a series that never ran; others are cancelled. */
  remove: removeEndpoint('/recurring-tasks', 'recurring_tasks.delete'),
  ...steps,
};
