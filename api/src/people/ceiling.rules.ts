import type { Permission, Scope, UserType } from '@daybook/contracts/permissions';
import { Refusal } from '@daybook/contracts/refusals';
import { holds } from '../auth/current-user.ts';
import type { CurrentUser } from '../auth/current-user.ts';

// Nobody raises themselves or others above their own rank, permissions and scope (docs/rules.md#no-self-promotion).

const rank: Record<UserType, number> = {
  client: 0,
  crm: 1,
  executive: 1,
  manager: 2,
  admin: 3,
  super_admin: 4,
};
const width: Record<Scope, number> = { own: 0, team: 1, department: 2, all: 3 };

export const isOwner = (actor: CurrentUser): boolean => actor.userType === 'super_admin';

/** Refuses PERM_DENIED for a person who ranks above the actor. */
export function refuseHigher(actor: CurrentUser, { userType }: { userType: UserType }): void {
  if (rank[userType] > rank[actor.userType]) throw new Refusal('PERM_DENIED');
}

/** Refuses OWN_ACCOUNT. */
export function refuseOwn(actor: CurrentUser, id: string): void {
  if (actor.id === id) throw new Refusal('OWN_ACCOUNT');
}

export const isWiderThanOwn = (actor: CurrentUser, scope: Scope): boolean =>
  !isOwner(actor) && width[scope] > width[actor.scope];

/** Whether this person's account holds nothing that the actor lacks. */
export const coversAll = (
  actor: CurrentUser,
  { scope, keys }: { scope: Scope; keys: readonly Permission[] },
): boolean => isOwner(actor) || (!isWiderThanOwn(actor, scope) && keys.every((key) => holds(actor, key)));
