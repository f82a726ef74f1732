import { sql } from 'kysely';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { Refusal } from '@daybook/contracts/refusals';
import type { CategoryStep } from '@daybook/contracts/settings/categories/category-fields';
import type { TaskCategory, taskCategories } from '@daybook/contracts/settings/categories/task-categories';
import type { Db } from '../../db/database.ts';
import { pageByKeyset, sortOf, totalOf } from '../../db/keyset.ts';
import { byName, categoryColumns, isAskedFor } from './category.queries.ts';
import { shownCategory } from './category.rules.ts';

type ListInput = ParsedInputOf<typeof taskCategories.list>;

const found = (db: Db, input: Pick<ListInput, 'q' | 'filter'>) =>
  db.selectFrom('taskCategory as category').where(isAskedFor(input));

const withNames = (query: ReturnType<typeof found>) =>
  query
    .leftJoin('department', 'department.id', 'category.departmentId')
    .leftJoin('service', 'service.id', 'category.serviceId')
    .select([...categoryColumns, 'category.title', 'category.slaDays']);

export async function listTaskCategories(db: Db, input: ListInput) {
  const { descending } = sortOf(input.sort);
  const page = await pageByKeyset(withNames(found(db, input)), byName, descending, input);
  return { ...page, rows: page.rows.map(shownCategory) };
}

export const countTaskCategories = (db: Db, input: ListInput) => totalOf(db, found(db, input));

/** Refuses NOT_FOUND. */
export async function getTaskCategory(db: Db, id: string): Promise<TaskCategory> {
  const row = await withNames(found(db, { filter: {} }))
    .where('category.id', '=', id)
    .select(['category.description', sql<CategoryStep[]>`category.checklist`.as('checklist')])
    .executeTakeFirst();
  if (!row) throw new Refusal('NOT_FOUND');
  return shownCategory(row);
}
