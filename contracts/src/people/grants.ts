import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { ById, Uuid, Version } from '../fields.ts';
import { isPermission, permissions, scopes, userTypes, type Permission } from '../permissions.ts';

const Key = z.custom<Permission>((value) => typeof value === 'string' && isPermission(value), 'NOT_A_CHOICE');

/** A person's permissions, as the permissions screen shows them. */
export const Grants = z.object({
  id: Uuid,
  /** Counts changes of the permissions; `put` sends it as If-Match. */
  version: Version,
  name: z.string(),
  userType: z.enum(userTypes),
  scope: z.enum(scopes),
  /** Permissions only, no groups. */
  keys: z.array(Key),
  /** The permissions that the caller may grant or take away: all for a super admin, otherwise those that the caller holds. */
  grantable: z.array(Key),
});
export type Grants = z.infer<typeof Grants>;

export const grants = {
  /** Refuses PERM_DENIED for the caller's own grants, for a super admin's, and for an admin's unless the caller is a super admin. */
  open: endpoint({
    method: 'GET',
    path: '/users/:id/grants',
    allow: 'users.manage_permissions',
    input: ById,
    output: Grants,
  }),
  /**
   * Replaces the whole list. Permissions outside `grantable` must stay as they are: GRANT_NOT_HELD. The change applies
   * at once to open sessions.
   */
  put: endpoint({
    method: 'PUT',
    path: '/users/:id/grants',
    allow: 'users.manage_permissions',
    versioned: true,
    input: ById.extend({ keys: z.array(Key).max(permissions.length) }),
    output: Grants,
  }),
};
