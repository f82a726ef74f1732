import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { ById, OwnId, Reference, Uuid, Version, requiredText } from '../../fields.ts';
import { listQuery, pageOf } from '../../lists.ts';
import { createEndpoint, editEndpoint, removeEndpoint } from '../../usual-endpoints.ts';
import { read } from './expenses.ts';

export const ExpenseCategory = z.object({
  id: Uuid,
  version: Version,
  name: z.string(),
  account: Reference,
  active: z.boolean(),
});
export type ExpenseCategory = z.infer<typeof ExpenseCategory>;

const categoryFields = { name: requiredText(120), accountId: Uuid };

/** The categories of expenses. People who may edit expenses maintain them, on the expenses screen. */
export const expenseCategories = {
  list: endpoint({
    ...read,
    path: '/expense-categories',
    input: listQuery(['name', '-name'], { active: z.stringbool() }),
    output: pageOf(ExpenseCategory),
  }),
  create: createEndpoint('/expense-categories', 'expenses.edit', {
    input: z.object({ id: OwnId, ...categoryFields }),
    output: ExpenseCategory,
  }),
  edit: editEndpoint('/expense-categories', 'expenses.edit', {
    input: ById.extend({ ...categoryFields, active: z.boolean() }),
    output: ExpenseCategory,
  }),
  /** Deletes a category that nothing uses. */
  remove: removeEndpoint('/expense-categories', 'expenses.edit'),
};
