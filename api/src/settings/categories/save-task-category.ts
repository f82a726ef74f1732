import { uuidv7 } from 'uuidv7';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { TaskCategory, taskCategories } from '@daybook/contracts/settings/categories/task-categories';
import { checkPicked } from '../../crm/check-picked.ts';
import { json } from '../../db/database.ts';
import type { Db } from '../../db/database.ts';
import { normalise } from '../../db/search.ts';
import { lockAtVersion, nextVersion } from '../../db/versions.ts';
import { getTaskCategory } from './task-categories.queries.ts';

type Fields = Omit<ParsedInputOf<typeof taskCategories.create>, 'id'>;

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
  await checkPicked(db, { departmentId: fields.departmentId, serviceId: fields.serviceId });
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
  const present = await lockAtVersion(db, 'taskCategory', id, version, () => getTaskCategory(db, id));
  const { departmentId, serviceId } = fields;
  await checkPicked(db, { departmentId, serviceId }, [present.department, present.service]);
  await db
    .updateTable('taskCategory')
    .set({ ...kept(fields), active, ...nextVersion })
    .where('id', '=', id)
    .execute();
  return getTaskCategory(db, id);
}

/** Refuses NOT_FOUND, VERSION_CONFLICT, and REFERENCED while a task uses it, even one in the bin. */
export async function removeTaskCategory(db: Db, id: string, version: number): Promise<void> {
  await lockAtVersion(db, 'taskCategory', id, version, () => getTaskCategory(db, id));
  await db.deleteFrom('taskCategory').where('id', '=', id).execute();
}
