import { useLocation } from 'react-router-dom';
import { addPath, listPath, permissionsPath, recordPath } from '@daybook/contracts/entities';
import {
  admins,
  crms,
  entityOfStaff,
  executives,
  managers,
  type StaffKind,
} from '@daybook/contracts/people/staff';
import type { Permission } from '@daybook/contracts/permissions';

/** The endpoints of each list of staff. They differ only in address and permission. */
export const staff: Record<StaffKind, typeof managers> = { managers, executives, crms, admins };

const isStaffKind = (part: string): part is StaffKind => part in staff;

/** One screen serves all four lists. The address says which. */
export function useStaffKind(): StaffKind {
  return useLocation().pathname.split('/').find(isStaffKind) ?? 'managers';
}

type Leaf = 'add' | 'edit' | 'delete';

/** No permission gives access to admins: only super admins manage them, and they need none. */
export const keysOf = (kind: StaffKind, ...leaves: Leaf[]): Permission[] =>
  kind === 'admins' ? [] : leaves.map((leaf) => `${kind}.${leaf}` as const);

/** Only a super admin can change an admin's permissions. */
export const permissionKeyOf = (kind: StaffKind): Permission[] =>
  kind === 'admins' ? [] : ['users.manage_permissions'];

export const staffAddress = (kind: StaffKind): string => listPath(entityOfStaff[kind]);
export const addStaffAddress = (kind: StaffKind): string => addPath(entityOfStaff[kind]);
export const editStaffAddress = (kind: StaffKind, id: string): string => recordPath(entityOfStaff[kind], id);
export const permissionsAddress = (kind: StaffKind, id: string): string =>
  permissionsPath(entityOfStaff[kind], id);
