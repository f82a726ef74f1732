import type { StaffMember, managers } from '@daybook/contracts/people/staff';
import type { ParsedInputOf } from '@daybook/contracts/endpoint';
import { presets } from '@daybook/contracts/permissions';
import type { Permission, UserType } from '@daybook/contracts/permissions';
import { Refusal, refuseField } from '@daybook/contracts/refusals';
import { holds } from '../auth/current-user.ts';
import type { CurrentUser } from '../auth/current-user.ts';
import { isOwner, isWiderThanOwn } from './ceiling.rules.ts';

export type StaffFields = Omit<ParsedInputOf<typeof managers.create>, 'id'>;

/** A super admin sees everything, whatever the form says. */
export const asWritten = (fields: StaffFields): StaffFields =>
  fields.userType === 'super_admin' ? { ...fields, scope: 'all' } : fields;

/** Refuses DATE_ORDER on `leftOn`. */
export function checkStaff({ joinedOn, leftOn }: StaffFields): void {
  if (joinedOn !== null && leftOn !== null && leftOn < joinedOn)
    throw refuseField('INPUT_INVALID', 'leftOn', {}, 'DATE_ORDER');
}

interface ScopeOfPerson {
  scope: StaffFields['scope'];
  departmentIds: readonly string[];
}

/**
 * A person's scope stays within the actor's own, except for what the person saw before. `own` are the actor's
 * departments. Refuses SCOPE_TOO_WIDE on `scope` or `departmentIds`.
 */
export function checkScope(
  actor: CurrentUser,
  own: ReadonlySet<string>,
  { scope, departmentIds }: ScopeOfPerson,
  before: ScopeOfPerson | null,
): void {
  if (scope !== before?.scope && isWiderThanOwn(actor, scope)) throw refuseField('SCOPE_TOO_WIDE', 'scope');
  if (scope !== 'department' || isOwner(actor) || actor.scope === 'all') return;
  const seen = before?.scope === 'department' ? before.departmentIds : [];
  const isWider = departmentIds.some(
    (id) => !seen.includes(id) && !(actor.scope === 'department' && own.has(id)),
  );
  if (isWider) throw refuseField('SCOPE_TOO_WIDE', 'departmentIds');
}

const sameIds = (one: readonly string[], other: readonly string[]): boolean =>
  new Set(one).size === new Set(other).size && one.every((id) => other.includes(id));

/** People change only their own name and address here, and nothing that decides their rights. Refuses OWN_ACCOUNT. */
export function checkOwnEdit(before: StaffMember, given: StaffFields): void {
  const isSame =
    given.userType === before.userType &&
    given.scope === before.scope &&
    given.managerId === (before.manager?.id ?? null) &&
    sameIds(
      given.departmentIds,
      before.departments.map(({ id }) => id),
    );
  if (!isSame) throw new Refusal('OWN_ACCOUNT');
}

/** The permissions of a new person: the preset of their type, as far as the actor holds it. Super admins need none. */
export const firstKeys = (actor: CurrentUser, userType: UserType): Permission[] =>
  userType === 'super_admin' ? [] : presets[userType].keys.filter((key) => holds(actor, key));

/** Refuses STATE_NOT_ALLOWED. */
export function checkStatus({ status }: StaffMember, ...allowed: StaffMember['status'][]): void {
  if (!allowed.includes(status)) throw new Refusal('STATE_NOT_ALLOWED', { from: status });
}
