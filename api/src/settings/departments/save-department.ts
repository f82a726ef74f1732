import { uuidv7 } from 'uuidv7';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { refuseField } from '@daybook/contracts/refusals';
import type { Department, departments } from '@daybook/contracts/settings/departments/departments';
import type { Db } from '../../db/database.ts';
import { lockAtVersion, nextVersion } from '../../db/versions.ts';
import { getDepartment } from './departments.queries.ts';

/** A head must be active staff. Refuses REFERENCE_UNKNOWN on `headId`. */
async function checkHead(db: Db, headId: string | null): Promise<void> {
  if (headId === null) return;
  const head = await db
    .selectFrom('appUser')
    .select('id')
    .where('id', '=', headId)
    .where('userType', '<>', 'client')
    .where('status', '<>', 'deactivated')
    .executeTakeFirst();
  if (!head) throw refuseField('REFERENCE_UNKNOWN', 'headId');
}

/** Refuses ALREADY_EXISTS on `name`, REFERENCE_UNKNOWN on `headId`. */
export async function createDepartment(
  db: Db,
  { id = uuidv7(), ...fields }: ParsedInputOf<typeof departments.create>,
): Promise<Department> {
  await checkHead(db, fields.headId);
  await db
    .insertInto('department')
    .values({ id, ...fields })
    .execute();
  return getDepartment(db, id);
}

/** Refuses NOT_FOUND, VERSION_CONFLICT, and as `createDepartment`. */
export async function editDepartment(
  db: Db,
  { id, ...fields }: ParsedInputOf<typeof departments.edit>,
  version: number,
): Promise<Department> {
  const { head } = await lockAtVersion(db, 'department', id, version, () => getDepartment(db, id));
  // A head who has left stays until another one is chosen.
  if (fields.headId !== head?.id) await checkHead(db, fields.headId);
  await db
    .updateTable('department')
    .set({ ...fields, ...nextVersion })
    .where('id', '=', id)
    .execute();
  return getDepartment(db, id);
}

/** Refuses NOT_FOUND, VERSION_CONFLICT, REFERENCED while anyone or anything belongs to it. */
export async function removeDepartment(db: Db, id: string, version: number): Promise<void> {
  await lockAtVersion(db, 'department', id, version, () => getDepartment(db, id));
  await db.deleteFrom('department').where('id', '=', id).execute();
}
