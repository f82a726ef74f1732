import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import type { StaffKind, StaffMember, managers } from '@daybook/contracts/people/staff';
import type { Permission } from '@daybook/contracts/permissions';
import { refuseField } from '@daybook/contracts/refusals';
import type { CurrentUser } from '../auth/current-user.ts';
import { endLinkOf, issueLink } from '../auth/one-time-links.ts';
import type { LinkDelivery } from '../auth/one-time-links.ts';
import { checkChoices } from '../crm/check-choices.ts';
import type { Db } from '../db/database.ts';
import { normalise } from '../db/search.ts';
import { lockAtVersion, nextVersion } from '../db/versions.ts';
import { keysOf } from './access.queries.ts';
import { refuseAccess } from './check-access.ts';
import { refuseHigher } from './ceiling.rules.ts';
import { withinScope } from './check-scope.ts';
import { asWritten, checkOwnEdit, checkScope, checkStaff, firstKeys } from './staff.rules.ts';
import type { StaffFields } from './staff.rules.ts';
import { getStaff } from './staff.queries.ts';

const columnsOf = ({ departmentIds: _departmentIds, ...columns }: StaffFields) => ({
  ...columns,
  searchText: normalise(columns.name, columns.email, columns.phone),
});

const departmentsOf = async (db: Db, userId: string): Promise<Set<string>> => {
  const rows = await db
    .selectFrom('userDepartment')
    .select('departmentId')
    .where('userId', '=', userId)
    .execute();
  return new Set(rows.map(({ departmentId }) => departmentId));
};

async function giveKeys(db: Db, userId: string, keys: readonly Permission[]): Promise<void> {
  if (keys.length === 0) return;
  await db
    .insertInto('userGrant')
    .values(keys.map((key) => ({ userId, key })))
    .execute();
}

async function saveDepartments(db: Db, userId: string, given: readonly string[]): Promise<void> {
  const before = await departmentsOf(db, userId);
  const wanted = new Set(given);
  const gone = [...before].filter((id) => !wanted.has(id));
  const added = [...wanted].filter((id) => !before.has(id));
  if (gone.length > 0)
    await db
      .deleteFrom('userDepartment')
      .where('userId', '=', userId)
      .where('departmentId', 'in', gone)
      .execute();
  if (added.length > 0)
    await db
      .insertInto('userDepartment')
      .values(added.map((departmentId) => ({ userId, departmentId })))
      .execute();
}

async function checkPicks(
  db: Db,
  { departmentIds, managerId }: StaffFields,
  before: StaffMember | null,
): Promise<void> {
  const known = [before?.manager?.id, ...(before?.departments.map(({ id }) => id) ?? [])];
  await checkChoices(
    db,
    [
      { field: 'departmentIds', ids: departmentIds, among: 'departments' },
      { field: 'managerId', ids: [managerId], among: 'staff' },
    ],
    new Set(known.filter((id) => id !== undefined)),
  );
}

/** Refuses ALREADY_EXISTS, REFERENCE_UNKNOWN, SCOPE_TOO_WIDE and REQUIRED on their fields, PERM_DENIED for a higher type. */
export async function createStaff(
  db: Db,
  actor: CurrentUser,
  kind: StaffKind,
  { id = uuidv7(), ...given }: ParsedInputOf<typeof managers.create>,
  delivery: LinkDelivery,
): Promise<{ member: StaffMember; link: string | null }> {
  const fields = asWritten(given);
  refuseHigher(actor, fields);
  checkStaff(fields);
  checkScope(actor, await departmentsOf(db, actor.id), fields, null);
  await checkPicks(db, fields, null);
  await db
    .insertInto('appUser')
    .values({ id, ...columnsOf(fields), status: 'invited' })
    .execute();
  await saveDepartments(db, id, fields.departmentIds);
  await giveKeys(db, id, firstKeys(actor, fields.userType));
  const link = await issueLink(db, id, 'invitation', delivery);
  return { member: await getStaff(db, kind, id), link };
}

/** The next link goes to the new address, so changing it is a way into the account. The link sent to the old address ends. */
async function changeAddress(db: Db, actor: CurrentUser, before: StaffMember): Promise<void> {
  if (before.id !== actor.id) await refuseAccess(db, actor, before);
  await endLinkOf(db, before.id);
}

/** A super admin needs no permissions. A person who ceases to be one gets those of an admin. */
async function demote(db: Db, actor: CurrentUser, id: string): Promise<void> {
  if ((await keysOf(db, id)).length === 0) await giveKeys(db, id, firstKeys(actor, 'admin'));
}

/** Refuses NOT_FOUND, VERSION_CONFLICT, OWN_ACCOUNT, LAST_SUPER_ADMIN, TEAM_IN_A_CIRCLE, and what `createStaff` refuses. */
export async function editStaff(
  db: Db,
  actor: CurrentUser,
  kind: StaffKind,
  { id, ...given }: ParsedInputOf<typeof managers.edit>,
  version: number,
): Promise<StaffMember> {
  const before = await lockAtVersion(db, 'appUser', id, version, () => getStaff(db, kind, id));
  const fields = asWritten(given);
  refuseHigher(actor, before);
  checkStaff(fields);
  if (id === actor.id) checkOwnEdit(before, fields);
  if (fields.managerId === id) throw refuseField('TEAM_IN_A_CIRCLE', 'managerId');
  checkScope(actor, await departmentsOf(db, actor.id), fields, {
    scope: before.scope,
    departmentIds: before.departments.map((department) => department.id),
  });
  await checkPicks(db, fields, before);
  if (fields.email !== before.email) await changeAddress(db, actor, before);
  const isMoved = fields.managerId !== (before.manager?.id ?? null);
  const field = isMoved ? 'managerId' : 'departmentIds';
  await withinScope(db, actor, { field, team: isMoved && fields.managerId !== null ? [id] : [] }, () =>
    writeStaff(db, actor, before, fields),
  );
  return getStaff(db, kind, id);
}

async function writeStaff(
  db: Db,
  actor: CurrentUser,
  before: StaffMember,
  fields: StaffFields,
): Promise<void> {
  const { id } = before;
  const isChanged = fields.userType !== before.userType || fields.scope !== before.scope;
  await db
    .updateTable('appUser')
    .set({
      ...columnsOf(fields),
      ...nextVersion,
      ...(isChanged ? { permVersion: sql<number>`perm_version + 1` } : {}),
    })
    .where('id', '=', id)
    .execute();
  if (fields.userType === 'admin' && before.userType === 'super_admin') await demote(db, actor, id);
  await saveDepartments(db, id, fields.departmentIds);
}
