import type { Permission, UserType } from '@daybook/contracts/permissions';
import { permissions } from '@daybook/contracts/permissions';
import { Refusal, refuseField } from '@daybook/contracts/refusals';
import { holds } from '../auth/current-user.ts';
import type { CurrentUser } from '../auth/current-user.ts';
import { isOwner, refuseHigher } from './ceiling.rules.ts';

/** Refuses PERM_DENIED for oneself, clients, super admins and people of a higher rank; for admins, to everyone but a super admin. */
export function checkTarget(actor: CurrentUser, target: { id: string; userType: UserType }): void {
  refuseHigher(actor, target);
  const isOutOfReach =
    target.id === actor.id ||
    target.userType === 'client' ||
    target.userType === 'super_admin' ||
    (target.userType === 'admin' && !isOwner(actor));
  if (isOutOfReach) throw new Refusal('PERM_DENIED');
}

/** The permissions that the actor may grant and revoke. */
export const grantableBy = (actor: CurrentUser): Permission[] =>
  permissions.filter((key) => holds(actor, key));

/** The permissions to grant and to revoke. Refuses GRANT_NOT_HELD on `keys`. */
export function changeOf(actor: CurrentUser, before: readonly Permission[], wanted: readonly Permission[]) {
  const added = permissions.filter((key) => wanted.includes(key) && !before.includes(key));
  const taken = before.filter((key) => !wanted.includes(key));
  if (![...added, ...taken].every((key) => holds(actor, key))) throw refuseField('GRANT_NOT_HELD', 'keys');
  return { added, taken };
}
