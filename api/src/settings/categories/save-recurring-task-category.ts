import { uuidv7 } from 'uuidv7';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type {
  RecurringTaskCategory,
  recurringTaskCategories,
} from '@daybook/contracts/settings/categories/recurring-task-categories';
import { checkPicked } from '../../crm/check-picked.ts';
import { json } from '../../db/database.ts';
import type { Db } from '../../db/database.ts';
import { normalise } from '../../db/search.ts';
import { lockAtVersion, nextVersion } from '../../db/versions.ts';
import { getRecurringTaskCategory } from './recurring-task-categories.queries.ts';

type Fields = Omit<ParsedInputOf<typeof recurringTaskCategories.create>, 'id'>;

const kept = ({ checklist, rule, ...fields }: Fields) => ({
  ...fields,
  checklist: json(checklist),
  rule: json(rule),
  searchText: normalise(fields.name, fields.titleTemplate),
});

/** Refuses ALREADY_EXISTS on `name`, REFERENCE_UNKNOWN on department, service and calendar. */
export async function createRecurringTaskCategory(
  db: Db,
  { id = uuidv7(), ...fields }: Fields & { id?: string | undefined },
): Promise<RecurringTaskCategory> {
  await checkPicked(db, { departmentId: fields.departmentId, serviceId: fields.serviceId });
  await db
    .insertInto('recurringTaskCategory')
    .values({ id, ...kept(fields) })
    .execute();
  return getRecurringTaskCategory(db, id);
}

/** Refuses NOT_FOUND, VERSION_CONFLICT, and as `createRecurringTaskCategory`. */
export async function editRecurringTaskCategory(
  db: Db,
  { id, active, ...fields }: ParsedInputOf<typeof recurringTaskCategories.edit>,
  version: number,
): Promise<RecurringTaskCategory> {
  const present = await lockAtVersion(db, 'recurringTaskCategory', id, version, () =>
    getRecurringTaskCategory(db, id),
  );
  const { departmentId, serviceId } = fields;
  await checkPicked(db, { departmentId, serviceId }, [present.department, present.service]);
  await db
    .updateTable('recurringTaskCategory')
    .set({ ...kept(fields), active, ...nextVersion })
    .where('id', '=', id)
    .execute();
  return getRecurringTaskCategory(db, id);
}

/** Refuses NOT_FOUND, VERSION_CONFLICT, and REFERENCED while a series uses it or a due date of it has been extended. */
export async function removeRecurringTaskCategory(db: Db, id: string, version: number): Promise<void> {
  await lockAtVersion(db, 'recurringTaskCategory', id, version, () => getRecurringTaskCategory(db, id));
  await db.deleteFrom('recurringTaskCategory').where('id', '=', id).execute();
}
