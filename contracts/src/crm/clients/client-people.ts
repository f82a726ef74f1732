import type { UserType } from '../../permissions.ts';

/** User types that may be a client's relationship manager. */
export const crmTypes = ['crm', 'admin', 'super_admin'] as const;
/** User types that may be a client's manager, and those that may do its work. */
export const managerTypes = ['manager', 'admin', 'super_admin'] as const satisfies UserType[];
export const executiveTypes = ['executive', 'manager'] as const satisfies UserType[];
