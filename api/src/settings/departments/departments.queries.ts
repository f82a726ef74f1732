import { sql } from 'kysely';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { Refusal } from '@daybook/contracts/refusals';
import type { Department, departments } from '@daybook/contracts/settings/departments/departments';
import type { Db } from '../../db/database.ts';
import { pageByKeyset, sortOf, totalOf } from '../../db/keyset.ts';
import { contains } from '../../db/search.ts';
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
