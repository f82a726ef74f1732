import type { Me } from '@daybook/contracts/auth/session';
import type { Permission } from '@daybook/contracts/permissions';
import { keys } from './storage.ts';

export interface Profile {
  user: Me | null;
  roles: readonly string[];
  halfCheckedRoles: readonly string[];
}

/** The user type, as stored by the session until the server has answered. */
export const typeOf = ({ user }: Profile): string | null =>
  user?.userType ?? localStorage.getItem(keys.userType);

/** Whether a person holds one of the permissions, for display only. */
export const mayWith = (profile: Profile, wanted: readonly Permission[]): boolean =>
  typeOf(profile) === 'super_admin' ||
  wanted.some((key) => profile.roles.includes(key) || profile.halfCheckedRoles.includes(key));
