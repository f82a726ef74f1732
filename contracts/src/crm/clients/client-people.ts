import type { UserType } from '../../permissions.ts';

/** Who may be a client's relationship manager: a CRM, or who runs the firm and has none yet. */
export const crmTypes = ['crm', 'admin', 'super_admin'] as const;
/** Who may be a client's manager, and who may do its work. */
export const managerTypes = ['manager', 'admin', 'super_admin'] as const satisfies UserType[];
export const executiveTypes = ['executive', 'manager'] as const satisfies UserType[];
