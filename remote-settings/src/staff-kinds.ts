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

/** The endpoints of each list of staff: the same, under other addresses and keys. */
export const staff: Record<StaffKind, typeof managers> = { managers, executives, crms, admins };

const isStaffKind = (part: string): part is StaffKind => part in staff;

/** One screen serves all four lists: its address says which. */
export function useStaffKind(): StaffKind {
  return useLocation().pathname.split('/').find(isStaffKind) ?? 'managers';
}

type Leaf = 'add' | 'edit' | 'delete';

/** Admins have no permissions: only super admins manage them, and they need none. */
export const keysOf = (kind: StaffKind, ...leaves: Leaf[]): Permission[] =>
  kind === 'admins' ? [] : leaves.map((leaf) => `${kind}.${leaf}` as const);

/** Admins' permissions are the super admin's to give. */
export const permissionKeyOf = (kind: StaffKind): Permission[] =>
  kind === 'admins' ? [] : ['users.manage_permissions'];

export const staffAddress = (kind: StaffKind): string => listPath(entityOfStaff[kind]);
export const addStaffAddress = (kind: StaffKind): string => addPath(entityOfStaff[kind]);
export const editStaffAddress = (kind: StaffKind, id: string): string => recordPath(entityOfStaff[kind], id);
export const permissionsAddress = (kind: StaffKind, id: string): string =>
  permissionsPath(entityOfStaff[kind], id);
