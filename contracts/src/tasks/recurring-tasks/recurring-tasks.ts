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
import { catchUps, mostMissed, pauseReasons, seriesFields, seriesStatuses } from '../../recurrence/series.ts';
import { CategoryStep, checklistField } from '../../settings/categories/category-fields.ts';
import { Priority } from '../tasks/tasks.ts';
import { Estimate } from '../time/task-time.ts';

/** Who does what a series makes: the same people each time, who looks after the client, or one after the other. */
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

/** What a series says of each of its tasks, beside when it comes. */
export const recurringTaskTerms = {
  categoryId: Uuid,
  /** Of the category when the terms were copied from it; as it is now, unless it is said. */
  categoryVersion: Version.nullish().transform((value) => value ?? null),
  assigneeRule: z.enum(assigneeRules).default('client_executive'),
  /** In the order in which work goes round. */
  assigneeIds: z.array(Uuid).max(20).default([]),
  reviewerId: OptionalId,
  reviewRequired: z.boolean().default(false),
  /** So many days before it is due it should be done. */
  targetDays: OptionalWhole(365),
  priority: Priority.default(3),
  estimateMin: Estimate,
  serviceId: OptionalId,
  billable: z.boolean().default(false),
  /** Minor units of the billing entity's currency. Only from who may see money; others get the category's or the service's. */
  fee: Amount.nullish().transform((value) => value ?? null),
  billingEntityId: OptionalId,
  description: optionalText(10_000),
  checklist: checklistField,
};

const fields = { ...seriesFields, ...recurringTaskTerms, catchUp: z.enum(catchUps).default('all') };

/** Days of the rule that have passed, whose tasks are made now; of the others nobody wants any. */
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
  next: Upcoming.pick({ nominal: true, due: true, moved: true }).nullable(),
  billable: z.boolean(),
  /** Absent for who may not see money. */
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
  /** The category's terms were changed after they were copied from it. */
  isBehindCategory: z.boolean(),
  /** The series that it goes on from, and the one that goes on from it. */
  predecessor: Reference.nullable(),
  successor: Reference.nullable(),
  /** Its client and its first day stay, and it can be cancelled but not deleted. */
  hasRun: z.boolean(),
  /** Tasks that nobody has begun. */
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
 * What an edit reaches. `following`: the days of the rule from one on, which nothing was made of yet; those before stay with
 * the series as it was, and another goes on from it. `not_started`: tasks that were made and nobody has begun, and all to come.
 */
export const editScopes = ['following', 'not_started'] as const;
export type EditScope = (typeof editScopes)[number];

/** Any leaf of the group reads (docs/rules.md#reading-a-group). */
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
  /** Answers the series that has the new terms: another one where the old one had run. */
  edit: editEndpoint('/recurring-tasks', 'recurring_tasks.edit', {
    input: ById.extend(fields).extend({
      apply: z.enum(editScopes),
      /** The day of the rule with which the new terms begin; the next one that is not made, unless it is said. */
      from: PlainDate.nullish().transform((value) => value ?? null),
      /** The id of the series that goes on from this one, where there is one. */
      successorId: OwnId,
    }),
    output: RecurringTask,
  }),
  /** Only one that never ran; others are cancelled. */
  remove: removeEndpoint('/recurring-tasks', 'recurring_tasks.delete'),
  ...steps,
};
