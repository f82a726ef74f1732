import { z } from 'zod';
import { ById, OwnId, optionalText } from '../../fields.ts';
import { ListTotal, listQuery } from '../../lists.ts';
import {
  createEndpoint,
  editEndpoint,
  listEndpoints,
  openEndpoint,
  removeEndpoint,
} from '../../usual-endpoints.ts';
import { categoryDetails, categoryFields, categoryFilters, categoryRow } from './category-fields.ts';

/** A template of work that is done once at a time: what a new task of its kind begins with. */
const fields = {
  ...categoryFields,
  /** What its tasks are called; without it, as the category. */
  title: optionalText(200),
  /** Days from the start of a task until it is due. */
  slaDays: z
    .int()
    .min(0)
    .max(3650)
    .nullish()
    .transform((value) => value ?? null),
};

export const TaskCategoryRow = z.object({
  ...categoryRow,
  title: z.string().nullable(),
  slaDays: z.int().nullable(),
});
export type TaskCategoryRow = z.infer<typeof TaskCategoryRow>;

export const TaskCategory = TaskCategoryRow.extend(categoryDetails);
export type TaskCategory = z.infer<typeof TaskCategory>;

const TaskCategoryListQuery = listQuery(['name', '-name'], categoryFilters);

export const taskCategories = {
  ...listEndpoints('/task-categories', 'task_categories', {
    query: TaskCategoryListQuery,
    row: TaskCategoryRow,
    total: ListTotal,
  }),
  open: openEndpoint('/task-categories', 'task_categories', TaskCategory),
  create: createEndpoint('/task-categories', 'task_categories', {
    input: z.object({ id: OwnId, ...fields }),
    output: TaskCategory,
  }),
  edit: editEndpoint('/task-categories', 'task_categories', {
    input: ById.extend(fields).extend({ active: z.boolean() }),
    output: TaskCategory,
  }),
  /** Only one that no task was made by; others are made inactive. */
  remove: removeEndpoint('/task-categories', 'task_categories'),
};
