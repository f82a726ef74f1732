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

/** A template for work that is done once: a new task of the category starts with it. */
const fields = {
  ...categoryFields,
  /** The title of its tasks; the name of the category if absent. */
  title: optionalText(200),
  /** Days from the start of a task to its due date. */
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
  /** Deletes a category without tasks; others are deactivated. */
  remove: removeEndpoint('/task-categories', 'task_categories'),
};
