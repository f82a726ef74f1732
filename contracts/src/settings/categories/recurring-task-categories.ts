import { z } from 'zod';
import { anyOf } from '../../endpoint.ts';
import { ById, CountryCode, OwnId, PlainDate, RegionCode, Uuid, Version } from '../../fields.ts';
import { ListTotal, listQuery } from '../../lists.ts';
import {
  createEndpoint,
  editEndpoint,
  listEndpoints,
  openEndpoint,
  removeEndpoint,
} from '../../usual-endpoints.ts';
import { PeriodKey } from '../../recurrence/period-key.ts';
import { withTokens } from '../../recurrence/series.ts';
import { RecurrenceRule } from '../../recurrence/rule.ts';
import { categoryDetails, categoryFields, categoryFilters, categoryRow } from './category-fields.ts';

/** A template for recurring work: a client's series starts with it. */
const fields = {
  ...categoryFields,
  /** The title of each task, with period tokens in braces: "GSTR-3B {month}". */
  titleTemplate: withTokens(200),
  rule: RecurrenceRule,
  /** Whether the work is a filing under the law of `jurisdiction`. */
  statutory: z.boolean().default(false),
  /** A country, or an ISO 3166-2 region. */
  jurisdiction: z
    .union([CountryCode, RegionCode])
    .nullish()
    .transform((value) => value ?? null),
};

export const RecurringTaskCategoryRow = z.object({
  ...categoryRow,
  titleTemplate: z.string(),
  rule: RecurrenceRule,
  statutory: z.boolean(),
  jurisdiction: z.string().nullable(),
});
export type RecurringTaskCategoryRow = z.infer<typeof RecurringTaskCategoryRow>;

/** An extension: a government moved the due date of one period. */
export const DueOverride = z.object({
  id: Uuid,
  version: Version,
  periodKey: PeriodKey,
  /** The number of open tasks due on it. */
  tasks: z.int(),
  newDue: PlainDate,
  reason: z.string(),
});
export type DueOverride = z.infer<typeof DueOverride>;

export const RecurringTaskCategory = RecurringTaskCategoryRow.extend(categoryDetails).extend({
  /** The holiday calendar of the rule. */
  calendar: z.object({ id: Uuid, label: z.string() }).nullable(),
  dueOverrides: z.array(DueOverride),
});
export type RecurringTaskCategory = z.infer<typeof RecurringTaskCategory>;

const CategoryListQuery = listQuery(['name', '-name'], { ...categoryFilters, statutory: z.stringbool() });

/** Any permission of the group allows reading (docs/rules.md#reading-a-group). */
const read = anyOf(
  'recurring_task_categories.add',
  'recurring_task_categories.edit',
  'recurring_task_categories.delete',
);

export const recurringTaskCategories = {
  ...listEndpoints('/recurring-task-categories', read, {
    query: CategoryListQuery,
    row: RecurringTaskCategoryRow,
    total: ListTotal,
  }),
  open: openEndpoint('/recurring-task-categories', read, RecurringTaskCategory),
  create: createEndpoint('/recurring-task-categories', 'recurring_task_categories.add', {
    input: z.object({ id: OwnId, ...fields }),
    output: RecurringTaskCategory,
  }),
  edit: editEndpoint('/recurring-task-categories', 'recurring_task_categories.edit', {
    input: ById.extend(fields).extend({ active: z.boolean() }),
    output: RecurringTaskCategory,
  }),
  /** Deletes a category without series; others are deactivated. */
  remove: removeEndpoint('/recurring-task-categories', 'recurring_task_categories.delete'),
};
