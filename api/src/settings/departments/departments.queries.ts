import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { Refusal, refuseField } from '@daybook/contracts/refusals';
import type { Department, departments } from '@daybook/contracts/settings/departments/departments';
import type { Db } from '../../db/database.ts';
import { pageByKeyset, sortOf, totalOf } from '../../db/keyset.ts';
import { contains } from '../../db/search.ts';
import { lockAtVersion, nextVersion } from '../../db/versions.ts';
import { whereGiven } from '../../db/where-given.ts';

type ListInput = ParsedInputOf<typeof departments.list>;

const found = (db: Db, { q, filter }: Pick<ListInput, 'q' | 'filter'>) =>
  whereGiven(
    db.selectFrom('department'),
    { ...filter, q },
    {
      active: 'department.active',
      q: (text) => contains(sql.ref('department.name'), text),
    },
  );

const withHead = (query: ReturnType<typeof found>) =>
  query
    .leftJoin('appUser as head', 'head.id', 'department.headId')
    .select([
      'department.id',
      'department.version',
      'department.name',
      'department.active',
      'department.headId',
      'head.name as headName',
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof withHead>['executeTakeFirstOrThrow']>>;

const shown = ({ headId, headName, ...row }: Row): Department => ({
  ...row,
  head: headId === null ? null : { id: headId, label: headName ?? '' },
});

export async function listDepartments(db: Db, input: ListInput) {
  const { descending } = sortOf(input.sort);
  const keys = [
    { by: sql`department.name collate "und-x-icu"`, of: (row: Row) => row.name },
    { by: sql.ref('department.id'), of: (row: Row) => row.id },
  ];
  const page = await pageByKeyset(withHead(found(db, input)), keys, descending, input);
  return { ...page, rows: page.rows.map(shown) };
}

export const countDepartments = (db: Db, input: ListInput) => totalOf(db, found(db, input));

/** Refuses NOT_FOUND. */
export async function getDepartment(db: Db, id: string): Promise<Department> {
  const row = await withHead(found(db, { filter: {} }))
    .where('department.id', '=', id)
    .executeTakeFirst();
  if (!row) throw new Refusal('NOT_FOUND');
  return shown(row);
}

/** A head is somebody of the firm who is there. Refuses REFERENCE_UNKNOWN on `headId`. */
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
