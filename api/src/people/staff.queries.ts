import { sql } from 'kysely';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { Reference } from '@daybook/contracts/fields';
import { staffKinds } from '@daybook/contracts/people/staff';
import type { StaffKind, StaffMember, managers } from '@daybook/contracts/people/staff';
import { Refusal } from '@daybook/contracts/refusals';
import type { Db } from '../db/database.ts';
import { pageByKeyset, sortOf, totalOf } from '../db/keyset.ts';
import { matches } from '../db/search.ts';
import { whereGiven } from '../db/where-given.ts';

type ListInput = ParsedInputOf<typeof managers.list>;

/** A person who may edit staff sees everyone of that type (docs/rules.md#scope). */
const found = (db: Db, kind: StaffKind, { q, filter }: Pick<ListInput, 'q' | 'filter'>) =>
  whereGiven(
    db
      .selectFrom('appUser')
      // A literal, so that each type has its own plan.
      .where(
        'appUser.userType',
        'in',
        staffKinds[kind].map((type) => sql.lit(type)),
      ),
    { ...filter, q },
    {
      status: 'appUser.status',
      managerId: 'appUser.managerId',
      departmentId: (departmentId, eb) =>
        eb(
          'appUser.id',
          'in',
          eb.selectFrom('userDepartment').select('userId').where('departmentId', '=', departmentId),
        ),
      q: (text) => matches('appUser', text),
    },
  );

const departments = sql<Reference[]>`(
  select coalesce(json_agg(json_build_object('id', department.id, 'label', department.name)
    order by department.name collate "und-x-icu"), '[]')
  from user_department join department on department.id = user_department.department_id
  where user_department.user_id = app_user.id)`;

const lastSignIn = sql<string | null>`(
  select at from sign_in where user_id = app_user.id and outcome = 'signed_in' order by at desc limit 1)`;

const withDetails = (query: ReturnType<typeof found>) =>
  query
    .leftJoin('appUser as manager', 'manager.id', 'appUser.managerId')
    .select([
      'appUser.id',
      'appUser.version',
      'appUser.userType',
      'appUser.name',
      'appUser.email',
      'appUser.phone',
      'appUser.scope',
      'appUser.locale',
      'appUser.joinedOn',
      'appUser.leftOn',
      'appUser.status',
      'appUser.managerId',
      'manager.name as managerName',
      departments.as('departments'),
      sql<boolean>`app_user.totp_secret is not null`.as('hasTotp'),
      lastSignIn.as('lastSignInAt'),
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof withDetails>['executeTakeFirstOrThrow']>>;

const shown = ({ managerId, managerName, ...row }: Row): StaffMember =>
  ({ ...row, manager: managerId ? { id: managerId, label: managerName ?? '' } : null }) as StaffMember;

export async function listStaff(db: Db, kind: StaffKind, input: ListInput) {
  const { name, descending } = sortOf(input.sort);
  const id = { by: sql.ref('appUser.id'), of: (row: Row) => row.id };
  const keys = {
    name: [{ by: sql`app_user.name collate "und-x-icu"`, of: (row: Row) => row.name }, id],
    email: [{ by: sql.ref('appUser.email'), of: (row: Row) => row.email }, id],
  }[name as 'name' | 'email'];
  const page = await pageByKeyset(withDetails(found(db, kind, input)), keys, descending, input);
  return { ...page, rows: page.rows.map(shown) };
}

export const countStaff = (db: Db, kind: StaffKind, input: ListInput) => totalOf(db, found(db, kind, input));

/** Refuses NOT_FOUND, also for a person of another type. */
export async function getStaff(db: Db, kind: StaffKind, id: string): Promise<StaffMember> {
  const row = await withDetails(found(db, kind, { filter: {} }))
    .where('appUser.id', '=', id)
    .executeTakeFirst();
  if (!row) throw new Refusal('NOT_FOUND');
  return shown(row);
}

/** Locks the person against other changes until this one is committed. Refuses NOT_FOUND. */
export async function lockStaff(db: Db, kind: StaffKind, id: string): Promise<StaffMember> {
  await db.selectFrom('appUser').select('id').where('id', '=', id).forUpdate().execute();
  return getStaff(db, kind, id);
}
