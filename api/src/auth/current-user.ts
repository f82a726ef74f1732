import type { RequiredStep } from '@daybook/contracts/auth/session';
import { moneyPermissions } from '@daybook/contracts/permissions';
import type { Permission, Scope, UserType } from '@daybook/contracts/permissions';

/** The caller, read from the session with each request, so that a change of rights takes effect at once. */
export interface CurrentUser {
  id: string;
  name: string;
  email: string;
  userType: UserType;
  scope: Scope;
  permVersion: number;
  locale: 'en' | 'zh' | 'fr' | 'ja';
  keys: ReadonlySet<Permission>;
  sessionId: string;
  /** The step that the person must complete before anything else; null if there is none. */
  must: RequiredStep | null;
}

export const holds = (user: CurrentUser, ...keys: Permission[]): boolean =>
  user.userType === 'super_admin' || keys.some((key) => user.keys.has(key));

/** Whether the person is an admin or a super admin, who run the whole firm. */
export const isAdmin = ({ userType }: CurrentUser): boolean =>
  userType === 'super_admin' || userType === 'admin';

/** Amounts, fees and ledgers are shown only with a money permission (docs/rules.md#money-permissions). */
export const seesMoney = (user: CurrentUser): boolean => holds(user, ...moneyPermissions);
