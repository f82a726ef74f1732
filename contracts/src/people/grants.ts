import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { ById, Uuid, Version } from '../fields.ts';
import { isPermission, permissions, scopes, userTypes, type Permission } from '../permissions.ts';

const Key = z.custom<Permission>((value) => typeof value === 'string' && isPermission(value), 'NOT_A_CHOICE');

/** What a person may do, as the permissions screen shows it. */
export const Grants = z.object({
  id: Uuid,
  /** Counts the changes of their keys; the If-Match of `put`. */
  version: Version,
  name: z.string(),
  userType: z.enum(userTypes),
  scope: z.enum(scopes),
  /** Leaves only. */
  keys: z.array(Key),
  /** The leaves that who asks may tick or untick: all for a super admin, else those they hold themselves. */
  grantable: z.array(Key),
});
export type Grants = z.infer<typeof Grants>;

export const grants = {
  /** Refuses PERM_DENIED of oneself, of super admins, and of admins for anyone but a super admin. */
  open: endpoint({
    method: 'GET',
    path: '/users/:id/grants',
    allow: 'users.manage_permissions',
    input: ById,
    output: Grants,
  }),
  /** The whole list of leaves. Keys outside of `grantable` must stay as they are: GRANT_NOT_HELD. Acts at once in open sessions. */
  put: endpoint({
    method: 'PUT',
    path: '/users/:id/grants',
    allow: 'users.manage_permissions',
    versioned: true,
    input: ById.extend({ keys: z.array(Key).max(permissions.length) }),
    output: Grants,
  }),
};
