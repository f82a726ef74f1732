import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { Refusal } from '@daybook/contracts/refusals';
import type { Department, departments } from '@daybook/contracts/settings/departments';
import type { Db } from '../db/database.ts';
import { pageByKeyset, sortOf, totalOf } from '../db/keyset.ts';
import { contains } from '../db/search.ts';
import { lockAtVersion, nextVersion } from '../db/versions.ts';

type ListInput = ParsedInputOf<typeof departments.list>;

const found = (db: Db, { q, filter }: Pick<ListInput, 'q' | 'filter'>) =>
  db
    .selectFrom('department')
    .$if(filter.active !== undefined, (query) => query.where('active', '=', filter.active ?? true))
    .$if(Boolean(q), (query) => query.where(contains(sql.ref('name'), q ?? '')));

const columns = ['id', 'version', 'name', 'active'] as const;

export function listDepartments(db: Db, input: ListInput) {
  const { descending } = sortOf(input.sort);
  const keys = [
    { by: sql`name collate "und-x-icu"`, of: (row: Department) => row.name },
    { by: sql.ref('id'), of: (row: Department) => row.id },
  ];
  return pageByKeyset(found(db, input).select(columns), keys, descending, input);
}

export const countDepartments = (db: Db, input: ListInput) => totalOf(db, found(db, input));

/** Refuses NOT_FOUND. */
export async function getDepartment(db: Db, id: string): Promise<Department> {
  const row = await db.selectFrom('department').select(columns).where('id', '=', id).executeTakeFirst();
  if (!row) throw new Refusal('NOT_FOUND');
  return row;
}

/** Refuses ALREADY_EXISTS on `name`. */
export async function createDepartment(
  db: Db,
  { id = uuidv7(), name }: ParsedInputOf<typeof departments.create>,
): Promise<Department> {
  await db.insertInto('department').values({ id, name }).execute();
  return getDepartment(db, id);
}

/** Refuses NOT_FOUND, VERSION_CONFLICT, ALREADY_EXISTS on `name`. */
export async function editDepartment(
  db: Db,
  { id, ...fields }: ParsedInputOf<typeof departments.edit>,
  version: number,
): Promise<Department> {
  await lockAtVersion(db, 'department', id, version, () => getDepartment(db, id));
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
