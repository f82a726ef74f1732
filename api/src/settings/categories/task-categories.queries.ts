import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { Refusal } from '@daybook/contracts/refusals';
import type { CategoryStep } from '@daybook/contracts/settings/categories/category-fields';
import type { TaskCategory, taskCategories } from '@daybook/contracts/settings/categories/task-categories';
import { json } from '../../db/database.ts';
import type { Db } from '../../db/database.ts';
import { pageByKeyset, sortOf, totalOf } from '../../db/keyset.ts';
import { normalise } from '../../db/search.ts';
import { lockAtVersion, nextVersion } from '../../db/versions.ts';
import { byName, categoryColumns, isAskedFor } from './category.queries.ts';
import { shownCategory } from './category.rules.ts';

type ListInput = ParsedInputOf<typeof taskCategories.list>;
type Fields = Omit<ParsedInputOf<typeof taskCategories.create>, 'id'>;

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

const kept = ({ checklist, ...fields }: Fields) => ({
  ...fields,
  checklist: json(checklist),
  searchText: normalise(fields.name, fields.title),
});

/** Refuses ALREADY_EXISTS on `name`, REFERENCE_UNKNOWN on department and service. */
export async function createTaskCategory(
  db: Db,
  { id = uuidv7(), ...fields }: Fields & { id?: string | undefined },
): Promise<TaskCategory> {
  await db
    .insertInto('taskCategory')
    .values({ id, ...kept(fields) })
    .execute();
  return getTaskCategory(db, id);
}

/** Refuses NOT_FOUND, VERSION_CONFLICT, and as `createTaskCategory`. */
export async function editTaskCategory(
  db: Db,
  { id, active, ...fields }: ParsedInputOf<typeof taskCategories.edit>,
  version: number,
): Promise<TaskCategory> {
  await lockAtVersion(db, 'taskCategory', id, version, () => getTaskCategory(db, id));
  await db
    .updateTable('taskCategory')
    .set({ ...kept(fields), active, ...nextVersion })
    .where('id', '=', id)
    .execute();
  return getTaskCategory(db, id);
}

/** Refuses NOT_FOUND, VERSION_CONFLICT, REFERENCED while a task is of it, in the bin too. */
export async function removeTaskCategory(db: Db, id: string, version: number): Promise<void> {
  await lockAtVersion(db, 'taskCategory', id, version, () => getTaskCategory(db, id));
  await db.deleteFrom('taskCategory').where('id', '=', id).execute();
}
