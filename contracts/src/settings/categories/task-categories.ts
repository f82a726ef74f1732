import { z } from 'zod';
import { endpoint, fileOutput } from '../../endpoint.ts';
import { ById, OwnId, optionalText } from '../../fields.ts';
import { ListTotal, exportFormat, listQuery, pageOf } from '../../lists.ts';
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
  list: endpoint({
    method: 'GET',
    path: '/task-categories',
    allow: 'task_categories',
    input: TaskCategoryListQuery,
    output: pageOf(TaskCategoryRow),
  }),
  total: endpoint({
    method: 'GET',
    path: '/task-categories/total',
    allow: 'task_categories',
    input: TaskCategoryListQuery,
    output: ListTotal,
  }),
  export: endpoint({
    method: 'GET',
    path: '/task-categories/export',
    allow: 'task_categories',
    file: true,
    input: TaskCategoryListQuery.extend({ format: exportFormat }),
    output: fileOutput,
  }),
  open: endpoint({
    method: 'GET',
    path: '/task-categories/:id',
    allow: 'task_categories',
    input: ById,
    output: TaskCategory,
  }),
  create: endpoint({
    method: 'POST',
    path: '/task-categories',
    allow: 'task_categories',
    input: z.object({ id: OwnId, ...fields }),
    output: TaskCategory,
  }),
  edit: endpoint({
    method: 'PATCH',
    path: '/task-categories/:id',
    allow: 'task_categories',
    versioned: true,
    input: ById.extend(fields).extend({ active: z.boolean() }),
    output: TaskCategory,
  }),
  /** Only one that no task was made by; others are made inactive. */
  remove: endpoint({
    method: 'DELETE',
    path: '/task-categories/:id',
    allow: 'task_categories',
    versioned: true,
    input: ById,
    output: z.object({}),
  }),
};
